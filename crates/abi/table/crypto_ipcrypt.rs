// Encryption of IP addresses.
header! {
    const crypto_ipcrypt_BYTES = 16U;
    const crypto_ipcrypt_KEYBYTES = 16U;
    const crypto_ipcrypt_ND_KEYBYTES = 16U;
    const crypto_ipcrypt_ND_TWEAKBYTES = 8U;
    const crypto_ipcrypt_ND_INPUTBYTES = 16U;
    const crypto_ipcrypt_ND_OUTPUTBYTES = 24U;
    const crypto_ipcrypt_NDX_KEYBYTES = 32U;
    const crypto_ipcrypt_NDX_TWEAKBYTES = 16U;
    const crypto_ipcrypt_NDX_INPUTBYTES = 16U;
    const crypto_ipcrypt_NDX_OUTPUTBYTES = 32U;
    const crypto_ipcrypt_PFX_KEYBYTES = 32U;
    const crypto_ipcrypt_PFX_BYTES = 16U;
    fn crypto_ipcrypt_bytes() -> usize;
    fn crypto_ipcrypt_keybytes() -> usize;
    fn crypto_ipcrypt_nd_keybytes() -> usize;
    fn crypto_ipcrypt_nd_tweakbytes() -> usize;
    fn crypto_ipcrypt_nd_inputbytes() -> usize;
    fn crypto_ipcrypt_nd_outputbytes() -> usize;
    fn crypto_ipcrypt_ndx_keybytes() -> usize;
    fn crypto_ipcrypt_ndx_tweakbytes() -> usize;
    fn crypto_ipcrypt_ndx_inputbytes() -> usize;
    fn crypto_ipcrypt_ndx_outputbytes() -> usize;
    fn crypto_ipcrypt_pfx_keybytes() -> usize;
    fn crypto_ipcrypt_pfx_bytes() -> usize;
    fn crypto_ipcrypt_keygen(k: *mut secret);
    fn crypto_ipcrypt_nd_keygen(k: *mut secret);
    fn crypto_ipcrypt_ndx_keygen(k: *mut secret);
    fn crypto_ipcrypt_pfx_keygen(k: *mut secret);
    fn crypto_ipcrypt_encrypt(out: *mut u8, input: *const u8, k: *const secret);
    fn crypto_ipcrypt_decrypt(out: *mut u8, input: *const u8, k: *const secret);
    fn crypto_ipcrypt_nd_encrypt(out: *mut u8, input: *const u8, t: *const u8, k: *const secret);
    fn crypto_ipcrypt_nd_decrypt(out: *mut u8, input: *const u8, k: *const secret);
    fn crypto_ipcrypt_ndx_encrypt(out: *mut u8, input: *const u8, t: *const u8, k: *const secret);
    fn crypto_ipcrypt_ndx_decrypt(out: *mut u8, input: *const u8, k: *const secret);
    fn crypto_ipcrypt_pfx_encrypt(out: *mut u8, input: *const u8, k: *const secret);
    fn crypto_ipcrypt_pfx_decrypt(out: *mut u8, input: *const u8, k: *const secret);
}
