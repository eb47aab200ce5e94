// Signatures with Ed25519 (algorithm-specific names).
header! {
    struct crypto_sign_ed25519ph_state = 208, 8;
    const crypto_sign_ed25519_BYTES = 64U;
    const crypto_sign_ed25519_SEEDBYTES = 32U;
    const crypto_sign_ed25519_PUBLICKEYBYTES = 32U;
    const crypto_sign_ed25519_SECRETKEYBYTES = (32U + 32U);
    const crypto_sign_ed25519_MESSAGEBYTES_MAX = (SODIUM_SIZE_MAX - crypto_sign_ed25519_BYTES);
    fn crypto_sign_ed25519ph_statebytes() -> usize;
    fn crypto_sign_ed25519_bytes() -> usize;
    fn crypto_sign_ed25519_seedbytes() -> usize;
    fn crypto_sign_ed25519_publickeybytes() -> usize;
    fn crypto_sign_ed25519_secretkeybytes() -> usize;
    fn crypto_sign_ed25519_messagebytes_max() -> usize;
    fn crypto_sign_ed25519(sm: *mut u8, smlen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const secret) -> checked;
    #[must_use]
    fn crypto_sign_ed25519_open(m: *mut u8, mlen_p: *mut c_ulonglong, sm: *const u8, smlen: c_ulonglong, pk: *const u8) -> opened;
    fn crypto_sign_ed25519_detached(sig: *mut u8, siglen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const secret) -> checked;
    #[must_use]
    fn crypto_sign_ed25519_verify_detached(sig: *const u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> verdict;
    fn crypto_sign_ed25519_keypair(pk: *mut u8, sk: *mut secret) -> status;
    fn crypto_sign_ed25519_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    #[must_use]
    fn crypto_sign_ed25519_pk_to_curve25519(curve25519_pk: *mut u8, ed25519_pk: *const u8) -> status;
    fn crypto_sign_ed25519_sk_to_curve25519(curve25519_sk: *mut secret, ed25519_sk: *const secret) -> status;
    fn crypto_sign_ed25519_sk_to_seed(seed: *mut u8, sk: *const secret) -> status;
    fn crypto_sign_ed25519_sk_to_pk(pk: *mut u8, sk: *const secret) -> status;
    fn crypto_sign_ed25519ph_init(state: *mut crypto_sign_ed25519ph_state) -> status;
    fn crypto_sign_ed25519ph_update(state: *mut crypto_sign_ed25519ph_state, m: *const u8, mlen: c_ulonglong) -> status;
    fn crypto_sign_ed25519ph_final_create(state: *mut crypto_sign_ed25519ph_state, sig: *mut u8, siglen_p: *mut c_ulonglong, sk: *const secret) -> status;
    #[must_use]
    fn crypto_sign_ed25519ph_final_verify(state: *mut crypto_sign_ed25519ph_state, sig: *const u8, pk: *const u8) -> verdict;
}
