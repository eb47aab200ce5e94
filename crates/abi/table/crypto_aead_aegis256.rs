// Authenticated encryption with AEGIS-256.
header! {
    const crypto_aead_aegis256_KEYBYTES = 32U;
    const crypto_aead_aegis256_NSECBYTES = 0U;
    const crypto_aead_aegis256_NPUBBYTES = 32U;
    const crypto_aead_aegis256_ABYTES = 32U;
    const crypto_aead_aegis256_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX - crypto_aead_aegis256_ABYTES, (1ULL << 61) - 1);
    fn crypto_aead_aegis256_keybytes() -> usize;
    fn crypto_aead_aegis256_nsecbytes() -> usize;
    fn crypto_aead_aegis256_npubbytes() -> usize;
    fn crypto_aead_aegis256_abytes() -> usize;
    fn crypto_aead_aegis256_messagebytes_max() -> usize;
    fn crypto_aead_aegis256_encrypt(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aegis256_decrypt(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aegis256_encrypt_detached(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aegis256_decrypt_detached(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aegis256_keygen(k: *mut secret);
}
