// Hashing with SHA3-256 and SHA3-512.
header! {
    const crypto_hash_sha3256_BYTES = 32U;
    const crypto_hash_sha3512_BYTES = 64U;
    struct crypto_hash_sha3256_state = 256, 16;
    struct crypto_hash_sha3512_state = 256, 16;
    fn crypto_hash_sha3256_statebytes() -> usize;
    fn crypto_hash_sha3256_bytes() -> usize;
    fn crypto_hash_sha3256(out: *mut u8, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha3256_init(state: *mut crypto_hash_sha3256_state) -> status;
    fn crypto_hash_sha3256_update(state: *mut crypto_hash_sha3256_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha3512_statebytes() -> usize;
    fn crypto_hash_sha3512_bytes() -> usize;
    fn crypto_hash_sha3512(out: *mut u8, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha3512_init(state: *mut crypto_hash_sha3512_state) -> status;
    fn crypto_hash_sha3512_update(state: *mut crypto_hash_sha3512_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha3256_final(state: *mut crypto_hash_sha3256_state, out: *mut u8) -> status;
    fn crypto_hash_sha3512_final(state: *mut crypto_hash_sha3512_state, out: *mut u8) -> status;
}
