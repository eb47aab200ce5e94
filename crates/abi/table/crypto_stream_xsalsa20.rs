// The stream cipher XSalsa20 (algorithm-specific names).
header! {
    const crypto_stream_xsalsa20_KEYBYTES = 32U;
    const crypto_stream_xsalsa20_NONCEBYTES = 24U;
    const crypto_stream_xsalsa20_MESSAGEBYTES_MAX = SODIUM_SIZE_MAX;
    fn crypto_stream_xsalsa20_keybytes() -> usize;
    fn crypto_stream_xsalsa20_noncebytes() -> usize;
    fn crypto_stream_xsalsa20_messagebytes_max() -> usize;
    fn crypto_stream_xsalsa20(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_xsalsa20_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_xsalsa20_keygen(k: *mut u8);
    fn crypto_stream_xsalsa20_xor_ic(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, ic: u64, k: *const secret) -> status;
}
