// The permutation Keccak-f[1600].
header! {
    struct crypto_core_keccak1600_state = 224, 16;
    fn crypto_core_keccak1600_statebytes() -> usize;
    fn crypto_core_keccak1600_init(state: *mut crypto_core_keccak1600_state);
    fn crypto_core_keccak1600_xor_bytes(state: *mut crypto_core_keccak1600_state, bytes: *const u8, offset: usize, length: usize);
    fn crypto_core_keccak1600_extract_bytes(state: *const crypto_core_keccak1600_state, bytes: *mut u8, offset: usize, length: usize);
    fn crypto_core_keccak1600_permute_24(state: *mut crypto_core_keccak1600_state);
    fn crypto_core_keccak1600_permute_12(state: *mut crypto_core_keccak1600_state);
}
