// One-time authentication with Poly1305 (algorithm-specific names).
header! {
    const crypto_onetimeauth_poly1305_BYTES = 16U;
    const crypto_onetimeauth_poly1305_KEYBYTES = 32U;
    struct crypto_onetimeauth_poly1305_state = 256, 16;
    fn crypto_onetimeauth_poly1305_statebytes() -> usize;
    fn crypto_onetimeauth_poly1305_bytes() -> usize;
    fn crypto_onetimeauth_poly1305_keybytes() -> usize;
    fn crypto_onetimeauth_poly1305(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_onetimeauth_poly1305_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_onetimeauth_poly1305_init(state: *mut crypto_onetimeauth_poly1305_state, key: *const secret) -> status;
    fn crypto_onetimeauth_poly1305_update(state: *mut crypto_onetimeauth_poly1305_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_onetimeauth_poly1305_final(state: *mut crypto_onetimeauth_poly1305_state, out: *mut u8) -> status;
    fn crypto_onetimeauth_poly1305_keygen(k: *mut secret);
}
