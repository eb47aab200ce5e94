// The function HSalsa20.
header! {
    const crypto_core_hsalsa20_OUTPUTBYTES = 32U;
    const crypto_core_hsalsa20_INPUTBYTES = 16U;
    const crypto_core_hsalsa20_KEYBYTES = 32U;
    const crypto_core_hsalsa20_CONSTBYTES = 16U;
    fn crypto_core_hsalsa20_outputbytes() -> usize;
    fn crypto_core_hsalsa20_inputbytes() -> usize;
    fn crypto_core_hsalsa20_keybytes() -> usize;
    fn crypto_core_hsalsa20_constbytes() -> usize;
    fn crypto_core_hsalsa20(out: *mut u8, input: *const u8, k: *const secret, c: *const u8) -> status;
}
