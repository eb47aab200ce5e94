// The stream cipher ChaCha20.
header! {
    const crypto_stream_chacha20_KEYBYTES = 32U;
    const crypto_stream_chacha20_NONCEBYTES = 8U;
    const crypto_stream_chacha20_MESSAGEBYTES_MAX = SODIUM_SIZE_MAX;
    const crypto_stream_chacha20_ietf_KEYBYTES = 32U;
    const crypto_stream_chacha20_ietf_NONCEBYTES = 12U;
    const crypto_stream_chacha20_ietf_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX, 64ULL * (1ULL << 32));
    const crypto_stream_chacha20_IETF_KEYBYTES = crypto_stream_chacha20_ietf_KEYBYTES;
    const crypto_stream_chacha20_IETF_NONCEBYTES = crypto_stream_chacha20_ietf_NONCEBYTES;
    const crypto_stream_chacha20_IETF_MESSAGEBYTES_MAX = crypto_stream_chacha20_ietf_MESSAGEBYTES_MAX;
    fn crypto_stream_chacha20_keybytes() -> usize;
    fn crypto_stream_chacha20_noncebytes() -> usize;
    fn crypto_stream_chacha20_messagebytes_max() -> usize;
    fn crypto_stream_chacha20(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_chacha20_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_chacha20_keygen(k: *mut u8);
    fn crypto_stream_chacha20_ietf_keybytes() -> usize;
    fn crypto_stream_chacha20_ietf_noncebytes() -> usize;
    fn crypto_stream_chacha20_ietf_messagebytes_max() -> usize;
    fn crypto_stream_chacha20_ietf(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_chacha20_ietf_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_chacha20_ietf_keygen(k: *mut u8);
    fn crypto_stream_chacha20_xor_ic(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, ic: u64, k: *const secret) -> status;
    fn crypto_stream_chacha20_ietf_xor_ic(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, ic: u32, k: *const secret) -> status;
}
