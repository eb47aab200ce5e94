// Scalar multiplication in the Edwards25519 group.
header! {
    const crypto_scalarmult_ed25519_BYTES = 32U;
    const crypto_scalarmult_ed25519_SCALARBYTES = 32U;
    fn crypto_scalarmult_ed25519_bytes() -> usize;
    fn crypto_scalarmult_ed25519_scalarbytes() -> usize;
    #[must_use]
    fn crypto_scalarmult_ed25519(q: *mut u8, n: *const secret, p: *const u8) -> agreed;
    #[must_use]
    fn crypto_scalarmult_ed25519_noclamp(q: *mut u8, n: *const secret, p: *const u8) -> agreed;
    fn crypto_scalarmult_ed25519_base(q: *mut u8, n: *const secret) -> agreed;
    fn crypto_scalarmult_ed25519_base_noclamp(q: *mut u8, n: *const secret) -> agreed;
}
