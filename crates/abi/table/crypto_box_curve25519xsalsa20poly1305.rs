// Public-key authenticated encryption (algorithm-specific names).
header! {
    const crypto_box_curve25519xsalsa20poly1305_SEEDBYTES = 32U;
    const crypto_box_curve25519xsalsa20poly1305_PUBLICKEYBYTES = 32U;
    const crypto_box_curve25519xsalsa20poly1305_SECRETKEYBYTES = 32U;
    const crypto_box_curve25519xsalsa20poly1305_BEFORENMBYTES = 32U;
    const crypto_box_curve25519xsalsa20poly1305_NONCEBYTES = 24U;
    const crypto_box_curve25519xsalsa20poly1305_MACBYTES = 16U;
    const crypto_box_curve25519xsalsa20poly1305_MESSAGEBYTES_MAX = (crypto_stream_xsalsa20_MESSAGEBYTES_MAX - crypto_box_curve25519xsalsa20poly1305_MACBYTES);
    const crypto_box_curve25519xsalsa20poly1305_BOXZEROBYTES = 16U;
    const crypto_box_curve25519xsalsa20poly1305_ZEROBYTES = (crypto_box_curve25519xsalsa20poly1305_BOXZEROBYTES + crypto_box_curve25519xsalsa20poly1305_MACBYTES);
    fn crypto_box_curve25519xsalsa20poly1305_seedbytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_publickeybytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_secretkeybytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_beforenmbytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_noncebytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_macbytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_messagebytes_max() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    fn crypto_box_curve25519xsalsa20poly1305_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_box_curve25519xsalsa20poly1305_beforenm(k: *mut secret, pk: *const u8, sk: *const secret) -> agreed;
    fn crypto_box_curve25519xsalsa20poly1305_boxzerobytes() -> usize;
    fn crypto_box_curve25519xsalsa20poly1305_zerobytes() -> usize;
    #[must_use]
    fn crypto_box_curve25519xsalsa20poly1305(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_curve25519xsalsa20poly1305_open(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    fn crypto_box_curve25519xsalsa20poly1305_afternm(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_curve25519xsalsa20poly1305_open_afternm(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
}
