// Extendable output with SHAKE256.
header! {
    const crypto_xof_shake256_BLOCKBYTES = 136U;
    const crypto_xof_shake256_STATEBYTES = 256U;
    const crypto_xof_shake256_DOMAIN_STANDARD = 0x1FU;
    struct crypto_xof_shake256_state = 256, 16;
    fn crypto_xof_shake256_blockbytes() -> usize;
    fn crypto_xof_shake256_statebytes() -> usize;
    fn crypto_xof_shake256_domain_standard() -> u8;
    fn crypto_xof_shake256(out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_xof_shake256_init(state: *mut crypto_xof_shake256_state) -> status;
    fn crypto_xof_shake256_init_with_domain(state: *mut crypto_xof_shake256_state, domain: u8) -> status;
    fn crypto_xof_shake256_update(state: *mut crypto_xof_shake256_state, input: *const u8, inlen: c_ulonglong) -> status;
    fn crypto_xof_shake256_squeeze(state: *mut crypto_xof_shake256_state, out: *mut u8, outlen: usize) -> status;
}
