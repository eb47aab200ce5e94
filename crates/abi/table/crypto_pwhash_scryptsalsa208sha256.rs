// Password hashing with scrypt.
header! {
    const crypto_pwhash_scryptsalsa208sha256_BYTES_MIN = 16U;
    const crypto_pwhash_scryptsalsa208sha256_BYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX, 0x1fffffffe0ULL);
    const crypto_pwhash_scryptsalsa208sha256_PASSWD_MIN = 0U;
    const crypto_pwhash_scryptsalsa208sha256_PASSWD_MAX = SODIUM_SIZE_MAX;
    const crypto_pwhash_scryptsalsa208sha256_SALTBYTES = 32U;
    const crypto_pwhash_scryptsalsa208sha256_STRBYTES = 102U;
    const crypto_pwhash_scryptsalsa208sha256_STRPREFIX = "$7$";
    const crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MIN = 32768U;
    const crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_MAX = 4294967295U;
    const crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MIN = 16777216U;
    const crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_MAX = SODIUM_MIN(SIZE_MAX, 68719476736ULL);
    const crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_INTERACTIVE = 524288U;
    const crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_INTERACTIVE = 16777216U;
    const crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE = 33554432U;
    const crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE = 1073741824U;
    fn crypto_pwhash_scryptsalsa208sha256_bytes_min() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_bytes_max() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_passwd_min() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_passwd_max() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_saltbytes() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_strbytes() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_strprefix() -> *const c_char;
    fn crypto_pwhash_scryptsalsa208sha256_opslimit_min() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_opslimit_max() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_memlimit_min() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_memlimit_max() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_opslimit_interactive() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_memlimit_interactive() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_opslimit_sensitive() -> usize;
    fn crypto_pwhash_scryptsalsa208sha256_memlimit_sensitive() -> usize;
    #[must_use]
    #[varies]
    fn crypto_pwhash_scryptsalsa208sha256(out: *mut u8, outlen: c_ulonglong, passwd: *const secret_char, passwdlen: c_ulonglong, salt: *const u8, opslimit: c_ulonglong, memlimit: usize) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_scryptsalsa208sha256_str(out: *mut c_char, passwd: *const secret_char, passwdlen: c_ulonglong, opslimit: c_ulonglong, memlimit: usize) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_scryptsalsa208sha256_str_verify(str: *const c_char, passwd: *const secret_char, passwdlen: c_ulonglong) -> verdict;
    #[must_use]
    #[varies]
    fn crypto_pwhash_scryptsalsa208sha256_ll(passwd: *const secret, passwdlen: usize, salt: *const u8, saltlen: usize, N: u64, r: u32, p: u32, buf: *mut u8, buflen: usize) -> status;
    #[must_use]
    fn crypto_pwhash_scryptsalsa208sha256_str_needs_rehash(str: *const c_char, opslimit: c_ulonglong, memlimit: usize) -> flag;
}
