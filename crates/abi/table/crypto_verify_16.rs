// Comparison of 16 bytes.
header! {
    const crypto_verify_16_BYTES = 16U;
    fn crypto_verify_16_bytes() -> usize;
    #[must_use]
    fn crypto_verify_16(x: *const secret, y: *const secret) -> verdict;
}
