// Extendable output with TurboSHAKE128.
header! {
    const crypto_xof_turboshake128_BLOCKBYTES = 168U;
    const crypto_xof_turboshake128_STATEBYTES = 256U;
    const crypto_xof_turboshake128_DOMAIN_STANDARD = 0x1FU;
    struct crypto_xof_turboshake128_state = 256, 16;
    fn crypto_xof_turboshake128_blockbytes() -> usize;
    fn crypto_xof_turboshake128_statebytes() -> usize;
    fn crypto_xof_turboshake128_domain_standard() -> u8;
    fn crypto_xof_turboshake128(out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_xof_turboshake128_init(state: *mut crypto_xof_turboshake128_state) -> status;
    fn crypto_xof_turboshake128_init_with_domain(state: *mut crypto_xof_turboshake128_state, domain: u8) -> status;
    fn crypto_xof_turboshake128_update(state: *mut crypto_xof_turboshake128_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_xof_turboshake128_squeeze(state: *mut crypto_xof_turboshake128_state, out: *mut u8, outlen: usize) -> status;
}
