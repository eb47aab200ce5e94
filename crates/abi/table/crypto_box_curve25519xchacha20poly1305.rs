// Public-key authenticated encryption with XChaCha20-Poly1305.
header! {
    const crypto_box_curve25519xchacha20poly1305_SEEDBYTES = 32U;
    const crypto_box_curve25519xchacha20poly1305_PUBLICKEYBYTES = 32U;
    const crypto_box_curve25519xchacha20poly1305_SECRETKEYBYTES = 32U;
    const crypto_box_curve25519xchacha20poly1305_BEFORENMBYTES = 32U;
    const crypto_box_curve25519xchacha20poly1305_NONCEBYTES = 24U;
    const crypto_box_curve25519xchacha20poly1305_MACBYTES = 16U;
    const crypto_box_curve25519xchacha20poly1305_MESSAGEBYTES_MAX = (crypto_stream_xchacha20_MESSAGEBYTES_MAX - crypto_box_curve25519xchacha20poly1305_MACBYTES);
    const crypto_box_curve25519xchacha20poly1305_SEALBYTES = (crypto_box_curve25519xchacha20poly1305_PUBLICKEYBYTES + crypto_box_curve25519xchacha20poly1305_MACBYTES);
    fn crypto_box_curve25519xchacha20poly1305_seedbytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_publickeybytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_secretkeybytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_beforenmbytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_noncebytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_macbytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_messagebytes_max() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    fn crypto_box_curve25519xchacha20poly1305_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_easy(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_open_easy(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_detached(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_open_detached(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_beforenm(k: *mut secret, pk: *const u8, sk: *const secret) -> agreed;
    fn crypto_box_curve25519xchacha20poly1305_easy_afternm(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_open_easy_afternm(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_box_curve25519xchacha20poly1305_detached_afternm(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_open_detached_afternm(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_box_curve25519xchacha20poly1305_sealbytes() -> usize;
    fn crypto_box_curve25519xchacha20poly1305_seal(c: *mut u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> status;
    #[must_use]
    fn crypto_box_curve25519xchacha20poly1305_seal_open(m: *mut u8, c: *const u8, clen: c_ulonglong, pk: *const u8, sk: *const secret) -> opened;
}
