// Password hashing with Argon2id.
header! {
    const crypto_pwhash_argon2id_ALG_ARGON2ID13 = 2;
    const crypto_pwhash_argon2id_BYTES_MIN = 16U;
    const crypto_pwhash_argon2id_BYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX, 4294967295U);
    const crypto_pwhash_argon2id_PASSWD_MIN = 0U;
    const crypto_pwhash_argon2id_PASSWD_MAX = 4294967295U;
    const crypto_pwhash_argon2id_SALTBYTES = 16U;
    const crypto_pwhash_argon2id_STRBYTES = 128U;
    const crypto_pwhash_argon2id_STRPREFIX = "$argon2id$";
    const crypto_pwhash_argon2id_OPSLIMIT_MIN = 1U;
    const crypto_pwhash_argon2id_OPSLIMIT_MAX = 4294967295U;
    const crypto_pwhash_argon2id_MEMLIMIT_MIN = 8192U;
    const crypto_pwhash_argon2id_MEMLIMIT_MAX = ((SIZE_MAX >= 4398046510080U) ? 4398046510080U : (SIZE_MAX >= 2147483648U) ? 2147483648U : 32768U);
    const crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE = 2U;
    const crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE = 67108864U;
    const crypto_pwhash_argon2id_OPSLIMIT_MODERATE = 3U;
    const crypto_pwhash_argon2id_MEMLIMIT_MODERATE = 268435456U;
    const crypto_pwhash_argon2id_OPSLIMIT_SENSITIVE = 4U;
    const crypto_pwhash_argon2id_MEMLIMIT_SENSITIVE = 1073741824U;
    fn crypto_pwhash_argon2id_alg_argon2id13() -> c_int;
    fn crypto_pwhash_argon2id_bytes_min() -> usize;
    fn crypto_pwhash_argon2id_bytes_max() -> usize;
    fn crypto_pwhash_argon2id_passwd_min() -> usize;
    fn crypto_pwhash_argon2id_passwd_max() -> usize;
    fn crypto_pwhash_argon2id_saltbytes() -> usize;
    fn crypto_pwhash_argon2id_strbytes() -> usize;
    fn crypto_pwhash_argon2id_strprefix() -> *const c_char;
    fn crypto_pwhash_argon2id_opslimit_min() -> usize;
    fn crypto_pwhash_argon2id_opslimit_max() -> usize;
    fn crypto_pwhash_argon2id_memlimit_min() -> usize;
    fn crypto_pwhash_argon2id_memlimit_max() -> usize;
    fn crypto_pwhash_argon2id_opslimit_interactive() -> usize;
    fn crypto_pwhash_argon2id_memlimit_interactive() -> usize;
    fn crypto_pwhash_argon2id_opslimit_moderate() -> usize;
    fn crypto_pwhash_argon2id_memlimit_moderate() -> usize;
    fn crypto_pwhash_argon2id_opslimit_sensitive() -> usize;
    fn crypto_pwhash_argon2id_memlimit_sensitive() -> usize;
    #[must_use]
    #[varies]
    fn crypto_pwhash_argon2id(out: *mut u8, outlen: c_ulonglong, passwd: *const secret_char, passwdlen: c_ulonglong, salt: *const u8, opslimit: c_ulonglong, memlimit: usize, alg: c_int) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_argon2id_str(out: *mut c_char, passwd: *const secret_char, passwdlen: c_ulonglong, opslimit: c_ulonglong, memlimit: usize) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_argon2id_str_verify(str: *const c_char, passwd: *const secret_char, passwdlen: c_ulonglong) -> verdict;
    #[must_use]
    fn crypto_pwhash_argon2id_str_needs_rehash(str: *const c_char, opslimit: c_ulonglong, memlimit: usize) -> flag;
}
