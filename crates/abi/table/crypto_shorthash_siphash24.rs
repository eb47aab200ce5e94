// Short-input hashing with SipHash-2-4 and SipHash-x-2-4.
header! {
    const crypto_shorthash_siphash24_BYTES = 8U;
    const crypto_shorthash_siphash24_KEYBYTES = 16U;
    const crypto_shorthash_siphashx24_BYTES = 16U;
    const crypto_shorthash_siphashx24_KEYBYTES = 16U;
    fn crypto_shorthash_siphash24_bytes() -> usize;
    fn crypto_shorthash_siphash24_keybytes() -> usize;
    fn crypto_shorthash_siphash24(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    fn crypto_shorthash_siphashx24_bytes() -> usize;
    fn crypto_shorthash_siphashx24_keybytes() -> usize;
    fn crypto_shorthash_siphashx24(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
}
