// The function Salsa20/8.
header! {
    const crypto_core_salsa208_OUTPUTBYTES = 64U;
    const crypto_core_salsa208_INPUTBYTES = 16U;
    const crypto_core_salsa208_KEYBYTES = 32U;
    const crypto_core_salsa208_CONSTBYTES = 16U;
    fn crypto_core_salsa208_outputbytes() -> usize;
    fn crypto_core_salsa208_inputbytes() -> usize;
    fn crypto_core_salsa208_keybytes() -> usize;
    fn crypto_core_salsa208_constbytes() -> usize;
    fn crypto_core_salsa208(out: *mut u8, input: *const u8, k: *const secret, c: *const u8) -> status;
}
