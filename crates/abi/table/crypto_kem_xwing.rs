// Key encapsulation with X-Wing (algorithm-specific names).
header! {
    const crypto_kem_xwing_PUBLICKEYBYTES = 1216U;
    const crypto_kem_xwing_SECRETKEYBYTES = 32U;
    const crypto_kem_xwing_CIPHERTEXTBYTES = 1120U;
    const crypto_kem_xwing_SHAREDSECRETBYTES = 32U;
    const crypto_kem_xwing_SEEDBYTES = 32U;
    fn crypto_kem_xwing_publickeybytes() -> usize;
    fn crypto_kem_xwing_secretkeybytes() -> usize;
    fn crypto_kem_xwing_ciphertextbytes() -> usize;
    fn crypto_kem_xwing_sharedsecretbytes() -> usize;
    fn crypto_kem_xwing_seedbytes() -> usize;
    #[varies]
    fn crypto_kem_xwing_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    #[varies]
    fn crypto_kem_xwing_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_kem_xwing_enc(ct: *mut u8, ss: *mut secret, pk: *const u8) -> status;
    #[must_use]
    fn crypto_kem_xwing_enc_deterministic(ct: *mut u8, ss: *mut secret, pk: *const u8, seed: *const secret) -> status;
    #[must_use]
    #[varies]
    fn crypto_kem_xwing_dec(ss: *mut secret, ct: *const u8, sk: *const secret) -> status;
}
