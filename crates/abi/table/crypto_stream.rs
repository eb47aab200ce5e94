// The stream cipher XSalsa20.
header! {
    const crypto_stream_KEYBYTES = crypto_stream_xsalsa20_KEYBYTES;
    const crypto_stream_NONCEBYTES = crypto_stream_xsalsa20_NONCEBYTES;
    const crypto_stream_MESSAGEBYTES_MAX = crypto_stream_xsalsa20_MESSAGEBYTES_MAX;
    const crypto_stream_PRIMITIVE = "xsalsa20";
    fn crypto_stream_keybytes() -> usize;
    fn crypto_stream_noncebytes() -> usize;
    fn crypto_stream_messagebytes_max() -> usize;
    fn crypto_stream_primitive() -> *const c_char;
    fn crypto_stream(c: *mut u8, clen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_xor(c: *mut u8, m: *const u8, mlen: c_ulonglong, n: *const u8, k: *const secret) -> status;
    fn crypto_stream_keygen(k: *mut u8);
}
