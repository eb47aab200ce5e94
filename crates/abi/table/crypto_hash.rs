// Hashing with SHA-512.
header! {
    const crypto_hash_BYTES = crypto_hash_sha512_BYTES;
    const crypto_hash_PRIMITIVE = "sha512";
    fn crypto_hash_bytes() -> usize;
    fn crypto_hash(out: *mut u8, input: *const u8, inlen: c_ulonglong) -> status;
    #[must_use]
    fn crypto_hash_primitive() -> *const c_char;
}
