// Scalar multiplication on Curve25519 (algorithm-specific names).
header! {
    const crypto_scalarmult_curve25519_BYTES = 32U;
    const crypto_scalarmult_curve25519_SCALARBYTES = 32U;
    fn crypto_scalarmult_curve25519_bytes() -> usize;
    fn crypto_scalarmult_curve25519_scalarbytes() -> usize;
    #[must_use]
    fn crypto_scalarmult_curve25519(q: *mut u8, n: *const secret, p: *const u8) -> agreed;
    fn crypto_scalarmult_curve25519_base(q: *mut u8, n: *const secret) -> agreed;
}
