// Message authentication with HMAC-SHA-512.
header! {
    const crypto_auth_hmacsha512_BYTES = 64U;
    const crypto_auth_hmacsha512_KEYBYTES = 32U;
    struct crypto_auth_hmacsha512_state = 416, 8;
    fn crypto_auth_hmacsha512_bytes() -> usize;
    fn crypto_auth_hmacsha512_keybytes() -> usize;
    fn crypto_auth_hmacsha512(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_auth_hmacsha512_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_auth_hmacsha512_statebytes() -> usize;
    fn crypto_auth_hmacsha512_init(state: *mut crypto_auth_hmacsha512_state, key: *const secret, keylen: usize) -> status;
    fn crypto_auth_hmacsha512_update(state: *mut crypto_auth_hmacsha512_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_auth_hmacsha512_final(state: *mut crypto_auth_hmacsha512_state, out: *mut u8) -> status;
    fn crypto_auth_hmacsha512_keygen(k: *mut secret);
}
