// Key exchange.
header! {
    const crypto_kx_PUBLICKEYBYTES = 32;
    const crypto_kx_SECRETKEYBYTES = 32;
    const crypto_kx_SEEDBYTES = 32;
    const crypto_kx_SESSIONKEYBYTES = 32;
    const crypto_kx_PRIMITIVE = "x25519blake2b";
    fn crypto_kx_publickeybytes() -> usize;
    fn crypto_kx_secretkeybytes() -> usize;
    fn crypto_kx_seedbytes() -> usize;
    fn crypto_kx_sessionkeybytes() -> usize;
    fn crypto_kx_primitive() -> *const c_char;
    fn crypto_kx_seed_keypair(pk: *mut u8, sk: *mut secret, seed: *const secret) -> status;
    fn crypto_kx_keypair(pk: *mut u8, sk: *mut secret) -> status;
    #[must_use]
    fn crypto_kx_client_session_keys(rx: *mut secret, tx: *mut secret, client_pk: *const u8, client_sk: *const secret, server_pk: *const u8) -> agreed;
    #[must_use]
    fn crypto_kx_server_session_keys(rx: *mut secret, tx: *mut secret, server_pk: *const u8, server_sk: *const secret, client_pk: *const u8) -> agreed;
}
