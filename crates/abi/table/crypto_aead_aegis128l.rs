// Authenticated encryption with AEGIS-128L.
header! {
    const crypto_aead_aegis128l_KEYBYTES = 16U;
    const crypto_aead_aegis128l_NSECBYTES = 0U;
    const crypto_aead_aegis128l_NPUBBYTES = 16U;
    const crypto_aead_aegis128l_ABYTES = 32U;
    const crypto_aead_aegis128l_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX - crypto_aead_aegis128l_ABYTES, (1ULL << 61) - 1);
    fn crypto_aead_aegis128l_keybytes() -> usize;
    fn crypto_aead_aegis128l_nsecbytes() -> usize;
    fn crypto_aead_aegis128l_npubbytes() -> usize;
    fn crypto_aead_aegis128l_abytes() -> usize;
    fn crypto_aead_aegis128l_messagebytes_max() -> usize;
    fn crypto_aead_aegis128l_encrypt(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aegis128l_decrypt(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aegis128l_encrypt_detached(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aegis128l_decrypt_detached(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aegis128l_keygen(k: *mut secret);
}
