// Public-key authenticated encryption.
header! {
    const crypto_box_SEEDBYTES = crypto_box_curve25519xsalsa20poly1305_SEEDBYTES;
    const crypto_box_PUBLICKEYBYTES = crypto_box_curve25519xsalsa20poly1305_PUBLICKEYBYTES;
    const crypto_box_SECRETKEYBYTES = crypto_box_curve25519xsalsa20poly1305_SECRETKEYBYTES;
    const crypto_box_NONCEBYTES = crypto_box_curve25519xsalsa20poly1305_NONCEBYTES;
    const crypto_box_MACBYTES = crypto_box_curve25519xsalsa20poly1305_MACBYTES;
    const crypto_box_MESSAGEBYTES_MAX = crypto_box_curve25519xsalsa20poly1305_MESSAGEBYTES_MAX;
    const crypto_box_PRIMITIVE = "curve25519xsalsa20poly1305";
    const crypto_box_BEFORENMBYTES = crypto_box_curve25519xsalsa20poly1305_BEFORENMBYTES;
    const crypto_box_SEALBYTES = (crypto_box_PUBLICKEYBYTES + crypto_box_MACBYTES);
    const crypto_box_ZEROBYTES = crypto_box_curve25519xsalsa20poly1305_ZEROBYTES;
    const crypto_box_BOXZEROBYTES = crypto_box_curve25519xsalsa20poly1305_BOXZEROBYTES;
    fn crypto_box_seedbytes() -> usize;
    fn crypto_box_publickeybytes() -> usize;
    fn crypto_box_secretkeybytes() -> usize;
    fn crypto_box_noncebytes() -> usize;
    fn crypto_box_macbytes() -> usize;
    fn crypto_box_messagebytes_max() -> usize;
    fn crypto_box_primitive() -> *const c_char;
    fn crypto_box_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    fn crypto_box_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_box_easy(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_open_easy(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    #[must_use]
    fn crypto_box_detached(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_open_detached(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    fn crypto_box_beforenmbytes() -> usize;
    #[must_use]
    fn crypto_box_beforenm(k: *mut secret, pk: *const u8, sk: *const secret) -> agreed;
    fn crypto_box_easy_afternm(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_open_easy_afternm(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_box_detached_afternm(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_open_detached_afternm(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_box_sealbytes() -> usize;
    fn crypto_box_seal(c: *mut u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> status;
    #[must_use]
    fn crypto_box_seal_open(m: *mut u8, c: *const u8, clen: c_ulonglong, pk: *const u8, sk: *const secret) -> opened;
    fn crypto_box_zerobytes() -> usize;
    fn crypto_box_boxzerobytes() -> usize;
    #[must_use]
    fn crypto_box(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> agreed;
    #[must_use]
    fn crypto_box_open(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, pk: *const u8, sk: *const secret) -> opened;
    fn crypto_box_afternm(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_box_open_afternm(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
}
