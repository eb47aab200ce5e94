// Hashing with SHA-512 (algorithm-specific names).
header! {
    struct crypto_hash_sha512_state = 208, 8;
    const crypto_hash_sha512_BYTES = 64U;
    fn crypto_hash_sha512_statebytes() -> usize;
    fn crypto_hash_sha512_bytes() -> usize;
    fn crypto_hash_sha512(out: *mut u8, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha512_init(state: *mut crypto_hash_sha512_state) -> status;
    fn crypto_hash_sha512_update(state: *mut crypto_hash_sha512_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_hash_sha512_final(state: *mut crypto_hash_sha512_state, out: *mut u8) -> status;
}
