// Comparison of 32 bytes.
header! {
    const crypto_verify_32_BYTES = 32U;
    fn crypto_verify_32_bytes() -> usize;
    #[must_use]
    fn crypto_verify_32(x: *const secret, y: *const secret) -> verdict;
}
