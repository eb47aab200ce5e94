// Message authentication with HMAC-SHA-256.
header! {
    const crypto_auth_hmacsha256_BYTES = 32U;
    const crypto_auth_hmacsha256_KEYBYTES = 32U;
    struct crypto_auth_hmacsha256_state = 208, 8;
    fn crypto_auth_hmacsha256_bytes() -> usize;
    fn crypto_auth_hmacsha256_keybytes() -> usize;
    fn crypto_auth_hmacsha256(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_auth_hmacsha256_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_auth_hmacsha256_statebytes() -> usize;
    fn crypto_auth_hmacsha256_init(state: *mut crypto_auth_hmacsha256_state, key: *const secret, keylen: usize) -> status;
    fn crypto_auth_hmacsha256_update(state: *mut crypto_auth_hmacsha256_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_auth_hmacsha256_final(state: *mut crypto_auth_hmacsha256_state, out: *mut u8) -> status;
    fn crypto_auth_hmacsha256_keygen(k: *mut secret);
}
