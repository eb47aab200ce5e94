// Hashing with SHA-256.
header! {
    struct crypto_hash_sha256_state = 104, 8;
    const crypto_hash_sha256_BYTES = 32U;
    fn crypto_hash_sha256_statebytes() -> usize;
    fn crypto_hash_sha256_bytes() -> usize;
    fn crypto_hash_sha256(out: *mut u8, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha256_init(state: *mut crypto_hash_sha256_state) -> status;
    fn crypto_hash_sha256_update(state: *mut crypto_hash_sha256_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha256_final(state: *mut crypto_hash_sha256_state, out: *mut u8) -> status;
}
