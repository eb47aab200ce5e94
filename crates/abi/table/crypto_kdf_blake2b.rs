// Key derivation with BLAKE2b (algorithm-specific names).
header! {
    const crypto_kdf_blake2b_BYTES_MIN = 16;
    const crypto_kdf_blake2b_BYTES_MAX = 64;
    const crypto_kdf_blake2b_CONTEXTBYTES = 8;
    const crypto_kdf_blake2b_KEYBYTES = 32;
    fn crypto_kdf_blake2b_bytes_min() -> usize;
    fn crypto_kdf_blake2b_bytes_max() -> usize;
    fn crypto_kdf_blake2b_contextbytes() -> usize;
    fn crypto_kdf_blake2b_keybytes() -> usize;
    fn crypto_kdf_blake2b_derive_from_key(subkey: *mut secret, subkey_len: usize, subkey_id: u64, ctx: *const c_char, key: *const secret) -> status;
}
