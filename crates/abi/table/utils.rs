// Encoding, comparison, padding and guarded memory.
header! {
    c "#define sodium_base64_ENCODED_LEN(BIN_LEN, VARIANT) ((BIN_LEN) / 3U * 4U + ((BIN_LEN) % 3U == 0U ? 0U : ((VARIANT) & 2U) ? (BIN_LEN) % 3U + 1U : 4U) + 1U)";
    const sodium_base64_VARIANT_ORIGINAL = 1;
    const sodium_base64_VARIANT_ORIGINAL_NO_PADDING = 3;
    const sodium_base64_VARIANT_URLSAFE = 5;
    const sodium_base64_VARIANT_URLSAFE_NO_PADDING = 7;
    fn sodium_memzero(pnt: *mut c_void, len: usize);
    fn sodium_stackzero(len: usize);
    #[must_use]
    fn sodium_memcmp(b1_: *const secret_void, b2_: *const secret_void, len: usize) -> verdict;
    #[must_use]
    fn sodium_compare(b1_: *const secret, b2_: *const secret, len: usize) -> c_int;
    fn sodium_is_zero(n: *const secret, nlen: usize) -> flag;
    fn sodium_increment(n: *mut u8, nlen: usize);
    fn sodium_add(a: *mut u8, b: *const u8, len: usize);
    fn sodium_sub(a: *mut u8, b: *const u8, len: usize);
    fn sodium_bin2hex(hex: *mut c_char, hex_maxlen: usize, bin: *const secret, bin_len: usize) -> *mut c_char;
    fn sodium_hex2bin(bin: *mut u8, bin_maxlen: usize, hex: *const c_char, hex_len: usize, ignore: *const c_char, bin_len: *mut usize, hex_end: *mut *const c_char) -> status;
    fn sodium_base64_encoded_len(bin_len: usize, variant: c_int) -> usize;
    fn sodium_bin2base64(b64: *mut c_char, b64_maxlen: usize, bin: *const secret, bin_len: usize, variant: c_int) -> *mut c_char;
    fn sodium_base642bin(bin: *mut u8, bin_maxlen: usize, b64: *const c_char, b64_len: usize, ignore: *const c_char, bin_len: *mut usize, b64_end: *mut *const c_char, variant: c_int) -> status;
    fn sodium_mlock(addr: *mut c_void, len: usize) -> status;
    fn sodium_munlock(addr: *mut c_void, len: usize) -> status;
    fn sodium_malloc(size: usize) -> *mut c_void;
    fn sodium_allocarray(count: usize, size: usize) -> *mut c_void;
    fn sodium_free(ptr: *mut c_void);
    fn sodium_mprotect_noaccess(ptr: *mut c_void) -> status;
    fn sodium_mprotect_readonly(ptr: *mut c_void) -> status;
    fn sodium_mprotect_readwrite(ptr: *mut c_void) -> status;
    fn sodium_pad(padded_buflen_p: *mut usize, buf: *mut u8, unpadded_buflen: usize, blocksize: usize, max_buflen: usize) -> status;
    fn sodium_unpad(unpadded_buflen_p: *mut usize, buf: *const secret, padded_buflen: usize, blocksize: usize) -> checked;
    #[must_use]
    fn sodium_ip2bin(bin: *mut u8, ip: *const c_char, ip_len_: usize) -> status;
    fn sodium_bin2ip(ip: *mut c_char, ip_maxlen: usize, bin: *const u8) -> *mut c_char;
}
