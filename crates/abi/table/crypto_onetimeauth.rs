// One-time authentication with Poly1305.
header! {
    const crypto_onetimeauth_BYTES = crypto_onetimeauth_poly1305_BYTES;
    const crypto_onetimeauth_KEYBYTES = crypto_onetimeauth_poly1305_KEYBYTES;
    const crypto_onetimeauth_PRIMITIVE = "poly1305";
    type crypto_onetimeauth_state = crypto_onetimeauth_poly1305_state;
    fn crypto_onetimeauth_statebytes() -> usize;
    fn crypto_onetimeauth_bytes() -> usize;
    fn crypto_onetimeauth_keybytes() -> usize;
    fn crypto_onetimeauth_primitive() -> *const c_char;
    fn crypto_onetimeauth(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    #[must_use]
    fn crypto_onetimeauth_verify(h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> verdict;
    fn crypto_onetimeauth_init(state: *mut crypto_onetimeauth_state, key: *const secret) -> status;
    fn crypto_onetimeauth_update(state: *mut crypto_onetimeauth_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_onetimeauth_final(state: *mut crypto_onetimeauth_state, out: *mut u8) -> status;
    fn crypto_onetimeauth_keygen(k: *mut secret);
}
