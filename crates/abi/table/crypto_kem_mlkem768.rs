// Key encapsulation with ML-KEM-768.
header! {
    const crypto_kem_mlkem768_PUBLICKEYBYTES = 1184U;
    const crypto_kem_mlkem768_SECRETKEYBYTES = 2400U;
    const crypto_kem_mlkem768_CIPHERTEXTBYTES = 1088U;
    const crypto_kem_mlkem768_SHAREDSECRETBYTES = 32U;
    const crypto_kem_mlkem768_SEEDBYTES = 64U;
    fn crypto_kem_mlkem768_publickeybytes() -> usize;
    fn crypto_kem_mlkem768_secretkeybytes() -> usize;
    fn crypto_kem_mlkem768_ciphertextbytes() -> usize;
    fn crypto_kem_mlkem768_sharedsecretbytes() -> usize;
    fn crypto_kem_mlkem768_seedbytes() -> usize;
    #[varies]
    fn crypto_kem_mlkem768_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    #[varies]
    fn crypto_kem_mlkem768_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_kem_mlkem768_enc(ct: *mut u8, ss: *mut secret, pk: *const u8) -> status;
    #[must_use]
    fn crypto_kem_mlkem768_enc_deterministic(ct: *mut u8, ss: *mut secret, pk: *const u8, seed: *const secret) -> status;
    #[must_use]
    #[varies]
    fn crypto_kem_mlkem768_dec(ss: *mut secret, ct: *const u8, sk: *const secret) -> status;
}
