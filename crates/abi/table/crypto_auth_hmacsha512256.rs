// Message authentication with HMAC-SHA-512-256 (algorithm-specific names).
header! {
    const crypto_auth_hmacsha512256_BYTES = 32U;
    const crypto_auth_hmacsha512256_KEYBYTES = 32U;
    type crypto_auth_hmacsha512256_state = crypto_auth_hmacsha512_state;
    fn crypto_auth_hmacsha512256_bytes() -> usize;
    fn crypto_auth_hmacsha512256_keybytes() -> usize;
    fn crypto_auth_hmacsha512256(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_auth_hmacsha512256_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_auth_hmacsha512256_statebytes() -> usize;
    fn crypto_auth_hmacsha512256_init(state: *mut crypto_auth_hmacsha512256_state, key: *const secret, keylen: usize) -> status;
    fn crypto_auth_hmacsha512256_update(state: *mut crypto_auth_hmacsha512256_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_auth_hmacsha512256_final(state: *mut crypto_auth_hmacsha512256_state, out: *mut u8) -> status;
    fn crypto_auth_hmacsha512256_keygen(k: *mut secret);
}
