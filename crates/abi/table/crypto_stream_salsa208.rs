// The stream cipher Salsa20/8.
header! {
    const crypto_stream_salsa208_KEYBYTES = 32U;
    const crypto_stream_salsa208_NONCEBYTES = 8U;
    const crypto_stream_salsa208_MESSAGEBYTES_MAX = SODIUM_SIZE_MAX;
    fn crypto_stream_salsa208_keybytes() -> usize;
    fn crypto_stream_salsa208_noncebytes() -> usize;
    fn crypto_stream_salsa208_messagebytes_max() -> usize;
    fn crypto_stream_salsa208(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa208_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa208_keygen(k: *mut u8);
}
