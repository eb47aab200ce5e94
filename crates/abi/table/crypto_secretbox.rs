// Secret-key authenticated encryption.
header! {
    const crypto_secretbox_KEYBYTES = crypto_secretbox_xsalsa20poly1305_KEYBYTES;
    const crypto_secretbox_NONCEBYTES = crypto_secretbox_xsalsa20poly1305_NONCEBYTES;
    const crypto_secretbox_MACBYTES = crypto_secretbox_xsalsa20poly1305_MACBYTES;
    const crypto_secretbox_PRIMITIVE = "xsalsa20poly1305";
    const crypto_secretbox_MESSAGEBYTES_MAX = crypto_secretbox_xsalsa20poly1305_MESSAGEBYTES_MAX;
    const crypto_secretbox_ZEROBYTES = crypto_secretbox_xsalsa20poly1305_ZEROBYTES;
    const crypto_secretbox_BOXZEROBYTES = crypto_secretbox_xsalsa20poly1305_BOXZEROBYTES;
    fn crypto_secretbox_keybytes() -> usize;
    fn crypto_secretbox_noncebytes() -> usize;
    fn crypto_secretbox_macbytes() -> usize;
    fn crypto_secretbox_primitive() -> *const c_char;
    fn crypto_secretbox_messagebytes_max() -> usize;
    fn crypto_secretbox_easy(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_open_easy(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_secretbox_detached(c: *mut u8, mac: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_open_detached(m: *mut u8, c: *const u8, mac: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
    fn crypto_secretbox_keygen(k: *mut secret);
    fn crypto_secretbox_zerobytes() -> usize;
    fn crypto_secretbox_boxzerobytes() -> usize;
    fn crypto_secretbox(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    #[must_use]
    fn crypto_secretbox_open(m: *mut u8, c: *const u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> opened;
}
