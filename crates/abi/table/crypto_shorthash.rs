// Short-input hashing with SipHash-2-4.
header! {
    const crypto_shorthash_BYTES = crypto_shorthash_siphash24_BYTES;
    const crypto_shorthash_KEYBYTES = crypto_shorthash_siphash24_KEYBYTES;
    const crypto_shorthash_PRIMITIVE = "siphash24";
    fn crypto_shorthash_bytes() -> usize;
    fn crypto_shorthash_keybytes() -> usize;
    fn crypto_shorthash_primitive() -> *const c_char;
    fn crypto_shorthash(out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const secret) -> status;
    fn crypto_shorthash_keygen(k: *mut secret);
}
