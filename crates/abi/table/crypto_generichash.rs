// Hashing with BLAKE2b.
header! {
    type crypto_generichash_state = crypto_generichash_blake2b_state;
    const crypto_generichash_BYTES_MIN = crypto_generichash_blake2b_BYTES_MIN;
    const crypto_generichash_BYTES_MAX = crypto_generichash_blake2b_BYTES_MAX;
    const crypto_generichash_BYTES = crypto_generichash_blake2b_BYTES;
    const crypto_generichash_KEYBYTES_MIN = crypto_generichash_blake2b_KEYBYTES_MIN;
    const crypto_generichash_KEYBYTES_MAX = crypto_generichash_blake2b_KEYBYTES_MAX;
    const crypto_generichash_KEYBYTES = crypto_generichash_blake2b_KEYBYTES;
    const crypto_generichash_PRIMITIVE = "blake2b";
    fn crypto_generichash_bytes_min() -> usize;
    fn crypto_generichash_bytes_max() -> usize;
    fn crypto_generichash_bytes() -> usize;
    fn crypto_generichash_keybytes_min() -> usize;
    fn crypto_generichash_keybytes_max() -> usize;
    fn crypto_generichash_keybytes() -> usize;
    fn crypto_generichash_primitive() -> *const c_char;
    fn crypto_generichash_statebytes() -> usize;
    fn crypto_generichash(out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong, key: *const secret, keylen: usize) -> status;
    fn crypto_generichash_init(state: *mut crypto_generichash_state, key: *const secret, keylen: usize, outlen: usize) -> status;
    fn crypto_generichash_update(state: *mut crypto_generichash_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_generichash_final(state: *mut crypto_generichash_state, out: *mut u8, outlen: usize) -> status;
    fn crypto_generichash_keygen(k: *mut secret);
}
