// Authenticated encryption with ChaCha20-Poly1305.
header! {
    const crypto_aead_chacha20poly1305_ietf_KEYBYTES = 32U;
    const crypto_aead_chacha20poly1305_ietf_NSECBYTES = 0U;
    const crypto_aead_chacha20poly1305_ietf_NPUBBYTES = 12U;
    const crypto_aead_chacha20poly1305_ietf_ABYTES = 16U;
    const crypto_aead_chacha20poly1305_ietf_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX - crypto_aead_chacha20poly1305_ietf_ABYTES, (64ULL * ((1ULL << 32) - 1ULL)));
    const crypto_aead_chacha20poly1305_KEYBYTES = 32U;
    const crypto_aead_chacha20poly1305_NSECBYTES = 0U;
    const crypto_aead_chacha20poly1305_NPUBBYTES = 8U;
    const crypto_aead_chacha20poly1305_ABYTES = 16U;
    const crypto_aead_chacha20poly1305_MESSAGEBYTES_MAX = (SODIUM_SIZE_MAX - crypto_aead_chacha20poly1305_ABYTES);
    const crypto_aead_chacha20poly1305_IETF_KEYBYTES = crypto_aead_chacha20poly1305_ietf_KEYBYTES;
    const crypto_aead_chacha20poly1305_IETF_NSECBYTES = crypto_aead_chacha20poly1305_ietf_NSECBYTES;
    const crypto_aead_chacha20poly1305_IETF_NPUBBYTES = crypto_aead_chacha20poly1305_ietf_NPUBBYTES;
    const crypto_aead_chacha20poly1305_IETF_ABYTES = crypto_aead_chacha20poly1305_ietf_ABYTES;
    const crypto_aead_chacha20poly1305_IETF_MESSAGEBYTES_MAX = crypto_aead_chacha20poly1305_ietf_MESSAGEBYTES_MAX;
    fn crypto_aead_chacha20poly1305_ietf_keybytes() -> usize;
    fn crypto_aead_chacha20poly1305_ietf_nsecbytes() -> usize;
    fn crypto_aead_chacha20poly1305_ietf_npubbytes() -> usize;
    fn crypto_aead_chacha20poly1305_ietf_abytes() -> usize;
    fn crypto_aead_chacha20poly1305_ietf_messagebytes_max() -> usize;
    fn crypto_aead_chacha20poly1305_ietf_encrypt(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_chacha20poly1305_ietf_decrypt(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_chacha20poly1305_ietf_encrypt_detached(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_chacha20poly1305_ietf_decrypt_detached(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_chacha20poly1305_keybytes() -> usize;
    fn crypto_aead_chacha20poly1305_nsecbytes() -> usize;
    fn crypto_aead_chacha20poly1305_npubbytes() -> usize;
    fn crypto_aead_chacha20poly1305_abytes() -> usize;
    fn crypto_aead_chacha20poly1305_messagebytes_max() -> usize;
    fn crypto_aead_chacha20poly1305_encrypt(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_chacha20poly1305_decrypt(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_chacha20poly1305_encrypt_detached(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_chacha20poly1305_decrypt_detached(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_chacha20poly1305_ietf_keygen(k: *mut secret);
    fn crypto_aead_chacha20poly1305_keygen(k: *mut secret);
}
