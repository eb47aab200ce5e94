header! {
    const crypto_verify_32_BYTES = 32U;
    fn crypto_verify_32_bytes() -> usize;
    #[must_use]
    fn crypto_verify_32(x: *const u8, y: *const u8) -> c_int;
}
