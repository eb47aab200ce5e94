// The function Salsa20/12.
header! {
    const crypto_core_salsa2012_OUTPUTBYTES = 64U;
    const crypto_core_salsa2012_INPUTBYTES = 16U;
    const crypto_core_salsa2012_KEYBYTES = 32U;
    const crypto_core_salsa2012_CONSTBYTES = 16U;
    fn crypto_core_salsa2012_outputbytes() -> usize;
    fn crypto_core_salsa2012_inputbytes() -> usize;
    fn crypto_core_salsa2012_keybytes() -> usize;
    fn crypto_core_salsa2012_constbytes() -> usize;
    fn crypto_core_salsa2012(out: *mut u8, input: *const u8, k: *const secret, c: *const u8) -> status;
}
