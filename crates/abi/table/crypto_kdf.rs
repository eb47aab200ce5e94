// Key derivation with BLAKE2b.
header! {
    const crypto_kdf_BYTES_MIN = crypto_kdf_blake2b_BYTES_MIN;
    const crypto_kdf_BYTES_MAX = crypto_kdf_blake2b_BYTES_MAX;
    const crypto_kdf_CONTEXTBYTES = crypto_kdf_blake2b_CONTEXTBYTES;
    const crypto_kdf_KEYBYTES = crypto_kdf_blake2b_KEYBYTES;
    const crypto_kdf_PRIMITIVE = "blake2b";
    fn crypto_kdf_bytes_min() -> usize;
    fn crypto_kdf_bytes_max() -> usize;
    fn crypto_kdf_contextbytes() -> usize;
    fn crypto_kdf_keybytes() -> usize;
    #[must_use]
    fn crypto_kdf_primitive() -> *const c_char;
    fn crypto_kdf_derive_from_key(subkey: *mut secret, subkey_len: usize, subkey_id: u64, ctx: *const c_char, key: *const secret) -> status;
    fn crypto_kdf_keygen(k: *mut secret);
}
