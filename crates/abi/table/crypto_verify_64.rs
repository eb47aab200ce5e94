// Comparison of 64 bytes.
header! {
    const crypto_verify_64_BYTES = 64U;
    fn crypto_verify_64_bytes() -> usize;
    #[must_use]
    fn crypto_verify_64(x: *const secret, y: *const secret) -> verdict;
}
