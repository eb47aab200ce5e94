// The function Salsa20.
header! {
    const crypto_core_salsa20_OUTPUTBYTES = 64U;
    const crypto_core_salsa20_INPUTBYTES = 16U;
    const crypto_core_salsa20_KEYBYTES = 32U;
    const crypto_core_salsa20_CONSTBYTES = 16U;
    fn crypto_core_salsa20_outputbytes() -> usize;
    fn crypto_core_salsa20_inputbytes() -> usize;
    fn crypto_core_salsa20_keybytes() -> usize;
    fn crypto_core_salsa20_constbytes() -> usize;
    fn crypto_core_salsa20(out: *mut u8, input: *const u8, k: *const secret, c: *const u8) -> status;
}
