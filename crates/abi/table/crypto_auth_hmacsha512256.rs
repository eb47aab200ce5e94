header! {
    const crypto_auth_hmacsha512256_BYTES = 32U;
    const crypto_auth_hmacsha512256_KEYBYTES = 32U;
    type crypto_auth_hmacsha512256_state = crypto_auth_hmacsha512_state;
    fn crypto_auth_hmacsha512256_bytes() -> usize;
    fn crypto_auth_hmacsha512256_keybytes() -> usize;
    fn crypto_auth_hmacsha512256(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int;
    #[must_use]
    fn crypto_auth_hmacsha512256_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int;
    fn crypto_auth_hmacsha512256_statebytes() -> usize;
    fn crypto_auth_hmacsha512256_init(state: *mut crypto_auth_hmacsha512256_state, key: *const u8, keylen: usize) -> c_int;
    fn crypto_auth_hmacsha512256_update(state: *mut crypto_auth_hmacsha512256_state, input: *const u8, inlen: c_ulonglong) -> c_int;
    fn crypto_auth_hmacsha512256_final(state: *mut crypto_auth_hmacsha512256_state, out: *mut u8) -> c_int;
    fn crypto_auth_hmacsha512256_keygen(k: *mut u8);
}
