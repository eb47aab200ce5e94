// Secret-key authenticated encryption (algorithm-specific names).
header! {
    const crypto_secretbox_xsalsa20poly1305_KEYBYTES = 32U;
    const crypto_secretbox_xsalsa20poly1305_NONCEBYTES = 24U;
    const crypto_secretbox_xsalsa20poly1305_MACBYTES = 16U;
    const crypto_secretbox_xsalsa20poly1305_MESSAGEBYTES_MAX = (crypto_stream_xsalsa20_MESSAGEBYTES_MAX - crypto_secretbox_xsalsa20poly1305_MACBYTES);
    const crypto_secretbox_xsalsa20poly1305_BOXZEROBYTES = 16U;
    const crypto_secretbox_xsalsa20poly1305_ZEROBYTES = (crypto_secretbox_xsalsa20poly1305_BOXZEROBYTES + crypto_secretbox_xsalsa20poly1305_MACBYTES);
    fn crypto_secretbox_xsalsa20poly1305_keybytes() -> usize;
    fn crypto_secretbox_xsalsa20poly1305_noncebytes() -> usize;
    fn crypto_secretbox_xsalsa20poly1305_macbytes() -> usize;
    fn crypto_secretbox_xsalsa20poly1305_messagebytes_max() -> usize;
    fn crypto_secretbox_xsalsa20poly1305(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_xsalsa20poly1305_open(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_secretbox_xsalsa20poly1305_keygen(k: *mut secret);
    fn crypto_secretbox_xsalsa20poly1305_boxzerobytes() -> usize;
    fn crypto_secretbox_xsalsa20poly1305_zerobytes() -> usize;
}
