// Authenticated encryption with AES-256-GCM.
header! {
    const crypto_aead_aes256gcm_KEYBYTES = 32U;
    const crypto_aead_aes256gcm_NSECBYTES = 0U;
    const crypto_aead_aes256gcm_NPUBBYTES = 12U;
    const crypto_aead_aes256gcm_ABYTES = 16U;
    const crypto_aead_aes256gcm_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX - crypto_aead_aes256gcm_ABYTES, (16ULL * ((1ULL << 32) - 2ULL)));
    struct crypto_aead_aes256gcm_state = 512, 16;
    fn crypto_aead_aes256gcm_is_available() -> flag;
    fn crypto_aead_aes256gcm_keybytes() -> usize;
    fn crypto_aead_aes256gcm_nsecbytes() -> usize;
    fn crypto_aead_aes256gcm_npubbytes() -> usize;
    fn crypto_aead_aes256gcm_abytes() -> usize;
    fn crypto_aead_aes256gcm_messagebytes_max() -> usize;
    fn crypto_aead_aes256gcm_statebytes() -> usize;
    fn crypto_aead_aes256gcm_encrypt(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aes256gcm_decrypt(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aes256gcm_encrypt_detached(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_aead_aes256gcm_decrypt_detached(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, k: *const secret) -> opened;
    fn crypto_aead_aes256gcm_beforenm(ctx_: *mut crypto_aead_aes256gcm_state, k: *const secret) -> status;
    fn crypto_aead_aes256gcm_encrypt_afternm(c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, ctx_: *const crypto_aead_aes256gcm_state) -> status;
    #[must_use]
    fn crypto_aead_aes256gcm_decrypt_afternm(m: *mut u8, mlen_p: *mut c_ulonglong, nsec: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, npub: *const u8, ctx_: *const crypto_aead_aes256gcm_state) -> opened;
    fn crypto_aead_aes256gcm_encrypt_detached_afternm(c: *mut u8, mac: *mut u8, maclen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, nsec: *const u8, npub: *const u8, ctx_: *const crypto_aead_aes256gcm_state) -> status;
    #[must_use]
    fn crypto_aead_aes256gcm_decrypt_detached_afternm(m: *mut u8, nsec: *mut u8, c: *const u8, clen: c_ulonglong, mac: *const u8, ad: *const u8, adlen: c_ulonglong, npub: *const u8, ctx_: *const crypto_aead_aes256gcm_state) -> opened;
    fn crypto_aead_aes256gcm_keygen(k: *mut secret);
}
