// The function HChaCha20.
header! {
    const crypto_core_hchacha20_OUTPUTBYTES = 32U;
    const crypto_core_hchacha20_INPUTBYTES = 16U;
    const crypto_core_hchacha20_KEYBYTES = 32U;
    const crypto_core_hchacha20_CONSTBYTES = 16U;
    fn crypto_core_hchacha20_outputbytes() -> usize;
    fn crypto_core_hchacha20_inputbytes() -> usize;
    fn crypto_core_hchacha20_keybytes() -> usize;
    fn crypto_core_hchacha20_constbytes() -> usize;
    fn crypto_core_hchacha20(out: *mut u8, input: *const u8, k: *const secret, c: *const u8) -> status;
}
