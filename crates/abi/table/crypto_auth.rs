// Message authentication with HMAC-SHA-512-256.
header! {
    const crypto_auth_BYTES = crypto_auth_hmacsha512256_BYTES;
    const crypto_auth_KEYBYTES = crypto_auth_hmacsha512256_KEYBYTES;
    const crypto_auth_PRIMITIVE = "hmacsha512256";
    fn crypto_auth_bytes() -> usize;
    fn crypto_auth_keybytes() -> usize;
    fn crypto_auth_primitive() -> *const c_char;
    fn crypto_auth(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_auth_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_auth_keygen(k: *mut secret);
}
