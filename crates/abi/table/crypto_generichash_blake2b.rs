// Hashing with BLAKE2b (algorithm-specific names).
header! {
    struct crypto_generichash_blake2b_state = 384, 64;
    const crypto_generichash_blake2b_BYTES_MIN = 16U;
    const crypto_generichash_blake2b_BYTES_MAX = 64U;
    const crypto_generichash_blake2b_BYTES = 32U;
    const crypto_generichash_blake2b_KEYBYTES_MIN = 16U;
    const crypto_generichash_blake2b_KEYBYTES_MAX = 64U;
    const crypto_generichash_blake2b_KEYBYTES = 32U;
    const crypto_generichash_blake2b_SALTBYTES = 16U;
    const crypto_generichash_blake2b_PERSONALBYTES = 16U;
    fn crypto_generichash_blake2b_bytes_min() -> usize;
    fn crypto_generichash_blake2b_bytes_max() -> usize;
    fn crypto_generichash_blake2b_bytes() -> usize;
    fn crypto_generichash_blake2b_keybytes_min() -> usize;
    fn crypto_generichash_blake2b_keybytes_max() -> usize;
    fn crypto_generichash_blake2b_keybytes() -> usize;
    fn crypto_generichash_blake2b_saltbytes() -> usize;
    fn crypto_generichash_blake2b_personalbytes() -> usize;
    fn crypto_generichash_blake2b_statebytes() -> usize;
    fn crypto_generichash_blake2b(out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong, key: *const secret, keylen: usize) -> status;
    fn crypto_generichash_blake2b_salt_personal(out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong, key: *const secret, keylen: usize, salt: *const u8, personal: *const u8) -> status;
    fn crypto_generichash_blake2b_init(state: *mut crypto_generichash_blake2b_state, key: *const secret, keylen: usize, outlen: usize) -> status;
    fn crypto_generichash_blake2b_init_salt_personal(state: *mut crypto_generichash_blake2b_state, key: *const secret, keylen: usize, outlen: usize, salt: *const u8, personal: *const u8) -> status;
    fn crypto_generichash_blake2b_update(state: *mut crypto_generichash_blake2b_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_generichash_blake2b_final(state: *mut crypto_generichash_blake2b_state, out: *mut u8, outlen: usize) -> status;
    fn crypto_generichash_blake2b_keygen(k: *mut secret);
}
