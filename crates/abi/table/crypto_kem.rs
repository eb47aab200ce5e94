// Key encapsulation with X-Wing.
header! {
    const crypto_kem_PUBLICKEYBYTES = crypto_kem_xwing_PUBLICKEYBYTES;
    const crypto_kem_SECRETKEYBYTES = crypto_kem_xwing_SECRETKEYBYTES;
    const crypto_kem_CIPHERTEXTBYTES = crypto_kem_xwing_CIPHERTEXTBYTES;
    const crypto_kem_SHAREDSECRETBYTES = crypto_kem_xwing_SHAREDSECRETBYTES;
    const crypto_kem_SEEDBYTES = crypto_kem_xwing_SEEDBYTES;
    const crypto_kem_PRIMITIVE = "xwing";
    fn crypto_kem_publickeybytes() -> usize;
    fn crypto_kem_secretkeybytes() -> usize;
    fn crypto_kem_ciphertextbytes() -> usize;
    fn crypto_kem_sharedsecretbytes() -> usize;
    fn crypto_kem_seedbytes() -> usize;
    fn crypto_kem_primitive() -> *const c_char;
    #[varies]
    fn crypto_kem_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    #[varies]
    fn crypto_kem_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_kem_enc(ct: *mut u8, ss: *mut secret, pk: *const u8) -> status;
    #[must_use]
    #[varies]
    fn crypto_kem_dec(ss: *mut secret, ct: *const u8, sk: *const secret) -> status;
}
