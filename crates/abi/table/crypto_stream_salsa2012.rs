// The stream cipher Salsa20/12.
header! {
    const crypto_stream_salsa2012_KEYBYTES = 32U;
    const crypto_stream_salsa2012_NONCEBYTES = 8U;
    const crypto_stream_salsa2012_MESSAGEBYTES_MAX = SODIUM_SIZE_MAX;
    fn crypto_stream_salsa2012_keybytes() -> usize;
    fn crypto_stream_salsa2012_noncebytes() -> usize;
    fn crypto_stream_salsa2012_messagebytes_max() -> usize;
    fn crypto_stream_salsa2012(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa2012_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa2012_keygen(k: *mut u8);
}
