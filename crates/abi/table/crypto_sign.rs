// Signatures with Ed25519.
header! {
    type crypto_sign_state = crypto_sign_ed25519ph_state;
    const crypto_sign_BYTES = crypto_sign_ed25519_BYTES;
    const crypto_sign_SEEDBYTES = crypto_sign_ed25519_SEEDBYTES;
    const crypto_sign_PUBLICKEYBYTES = crypto_sign_ed25519_PUBLICKEYBYTES;
    const crypto_sign_SECRETKEYBYTES = crypto_sign_ed25519_SECRETKEYBYTES;
    const crypto_sign_MESSAGEBYTES_MAX = crypto_sign_ed25519_MESSAGEBYTES_MAX;
    const crypto_sign_PRIMITIVE = "ed25519";
    fn crypto_sign_statebytes() -> usize;
    fn crypto_sign_bytes() -> usize;
    fn crypto_sign_seedbytes() -> usize;
    fn crypto_sign_publickeybytes() -> usize;
    fn crypto_sign_secretkeybytes() -> usize;
    fn crypto_sign_messagebytes_max() -> usize;
    fn crypto_sign_primitive() -> *const c_char;
    fn crypto_sign_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    fn crypto_sign_keypair(pk: *mut u8, sk: *mut secret) -> status;
    fn crypto_sign(sm: *mut u8, smlen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const secret) -> checked;
    #[must_use]
    fn crypto_sign_open(m: *mut u8, mlen_p: *mut c_ulonglong, sm: *const u8, smlen: c_ulonglong, pk: *const u8) -> opened;
    fn crypto_sign_detached(sig: *mut u8, siglen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const secret) -> checked;
    #[must_use]
    fn crypto_sign_verify_detached(sig: *const u8, m: *const u8, mlen: c_ulonglong, pk: *const u8) -> verdict;
    fn crypto_sign_init(state: *mut crypto_sign_state) -> status;
    fn crypto_sign_update(state: *mut crypto_sign_state, m: *const u8, mlen: c_ulonglong) -> status;
    fn crypto_sign_final_create(state: *mut crypto_sign_state, sig: *mut u8, siglen_p: *mut c_ulonglong, sk: *const secret) -> status;
    #[must_use]
    fn crypto_sign_final_verify(state: *mut crypto_sign_state, sig: *const u8, pk: *const u8) -> verdict;
}
