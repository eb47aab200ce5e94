// An obsolete draft of Ed25519 signatures.
header! {
    const crypto_sign_edwards25519sha512batch_BYTES = 64U;
    const crypto_sign_edwards25519sha512batch_PUBLICKEYBYTES = 32U;
    const crypto_sign_edwards25519sha512batch_SECRETKEYBYTES = (32U + 32U);
    const crypto_sign_edwards25519sha512batch_MESSAGEBYTES_MAX = (SODIUM_SIZE_MAX - crypto_sign_edwards25519sha512batch_BYTES);
}

missing! {
    "a signature draft that Ed25519 replaced; libsodium provides it for programs written before 2014";
    fn crypto_sign_edwards25519sha512batch(sm: *mut u8, smlen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, sk: *const u8) -> c_int;
    fn crypto_sign_edwards25519sha512batch_open(m: *mut u8, mlen_p: *mut c_ulonglong, sm: *const u8, smlen: c_ulonglong, pk: *const u8) -> c_int;
    fn crypto_sign_edwards25519sha512batch_keypair(pk: *mut u8, sk: *mut u8) -> c_int;
}
