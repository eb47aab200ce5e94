// Scalar multiplication in ristretto255.
header! {
    const crypto_scalarmult_ristretto255_BYTES = 32U;
    const crypto_scalarmult_ristretto255_SCALARBYTES = 32U;
    fn crypto_scalarmult_ristretto255_bytes() -> usize;
    fn crypto_scalarmult_ristretto255_scalarbytes() -> usize;
    #[must_use]
    fn crypto_scalarmult_ristretto255(q: *mut u8, n: *const secret, p: *const u8) -> agreed;
    fn crypto_scalarmult_ristretto255_base(q: *mut u8, n: *const secret) -> agreed;
}
