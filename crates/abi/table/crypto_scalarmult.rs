// Scalar multiplication on Curve25519.
header! {
    const crypto_scalarmult_BYTES = crypto_scalarmult_curve25519_BYTES;
    const crypto_scalarmult_SCALARBYTES = crypto_scalarmult_curve25519_SCALARBYTES;
    const crypto_scalarmult_PRIMITIVE = "curve25519";
    fn crypto_scalarmult_bytes() -> usize;
    fn crypto_scalarmult_scalarbytes() -> usize;
    fn crypto_scalarmult_primitive() -> *const c_char;
    fn crypto_scalarmult_base(q: *mut u8, n: *const secret) -> agreed;
    #[must_use]
    fn crypto_scalarmult(q: *mut u8, n: *const secret, p: *const u8) -> agreed;
}
