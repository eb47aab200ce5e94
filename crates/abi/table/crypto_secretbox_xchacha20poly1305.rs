// Secret-key authenticated encryption with XChaCha20-Poly1305.
header! {
    const crypto_secretbox_xchacha20poly1305_KEYBYTES = 32U;
    const crypto_secretbox_xchacha20poly1305_NONCEBYTES = 24U;
    const crypto_secretbox_xchacha20poly1305_MACBYTES = 16U;
    const crypto_secretbox_xchacha20poly1305_MESSAGEBYTES_MAX = (crypto_stream_xchacha20_MESSAGEBYTES_MAX - crypto_secretbox_xchacha20poly1305_MACBYTES);
    fn crypto_secretbox_xchacha20poly1305_keybytes() -> usize;
    fn crypto_secretbox_xchacha20poly1305_noncebytes() -> usize;
    fn crypto_secretbox_xchacha20poly1305_macbytes() -> usize;
    fn crypto_secretbox_xchacha20poly1305_messagebytes_max() -> usize;
    fn crypto_secretbox_xchacha20poly1305_easy(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_xchacha20poly1305_open_easy(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_secretbox_xchacha20poly1305_detached(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_xchacha20poly1305_open_detached(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
}
