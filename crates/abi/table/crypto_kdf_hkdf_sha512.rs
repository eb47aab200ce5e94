// Key derivation with HKDF-SHA-512.
header! {
    const crypto_kdf_hkdf_sha512_KEYBYTES = crypto_auth_hmacsha512_BYTES;
    const crypto_kdf_hkdf_sha512_BYTES_MIN = 0U;
    const crypto_kdf_hkdf_sha512_BYTES_MAX = (0xff * crypto_auth_hmacsha512_BYTES);
    struct crypto_kdf_hkdf_sha512_state = 416, 8;
    fn crypto_kdf_hkdf_sha512_keybytes() -> usize;
    fn crypto_kdf_hkdf_sha512_bytes_min() -> usize;
    fn crypto_kdf_hkdf_sha512_bytes_max() -> usize;
    fn crypto_kdf_hkdf_sha512_extract(prk: *mut secret, salt: *const u8, salt_len: usize, ikm: *const secret, ikm_len: usize) -> status;
    fn crypto_kdf_hkdf_sha512_expand(out: *mut u8, out_len: usize, ctx: *const c_char, ctx_len: usize, prk: *const secret) -> status;
    fn crypto_kdf_hkdf_sha512_statebytes() -> usize;
    fn crypto_kdf_hkdf_sha512_extract_init(state: *mut crypto_kdf_hkdf_sha512_state, salt: *const u8, salt_len: usize) -> status;
    fn crypto_kdf_hkdf_sha512_extract_update(state: *mut crypto_kdf_hkdf_sha512_state, ikm: *const secret, ikm_len: usize) -> status;
    fn crypto_kdf_hkdf_sha512_extract_final(state: *mut crypto_kdf_hkdf_sha512_state, prk: *mut secret) -> status;
    fn crypto_kdf_hkdf_sha512_keygen(prk: *mut secret);
}
