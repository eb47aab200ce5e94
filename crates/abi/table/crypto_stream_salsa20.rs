// The stream cipher Salsa20.
header! {
    const crypto_stream_salsa20_KEYBYTES = 32U;
    const crypto_stream_salsa20_NONCEBYTES = 8U;
    const crypto_stream_salsa20_MESSAGEBYTES_MAX = SODIUM_SIZE_MAX;
    fn crypto_stream_salsa20_keybytes() -> usize;
    fn crypto_stream_salsa20_noncebytes() -> usize;
    fn crypto_stream_salsa20_messagebytes_max() -> usize;
    fn crypto_stream_salsa20(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa20_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_salsa20_keygen(k: *mut u8);
    fn crypto_stream_salsa20_xor_ic(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, ic: u64, k: *const secret) -> status;
}
