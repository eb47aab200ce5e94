// Password hashing with Argon2i.
header! {
    const crypto_pwhash_argon2i_ALG_ARGON2I13 = 1;
    const crypto_pwhash_argon2i_BYTES_MIN = 16U;
    const crypto_pwhash_argon2i_BYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX, 4294967295U);
    const crypto_pwhash_argon2i_PASSWD_MIN = 0U;
    const crypto_pwhash_argon2i_PASSWD_MAX = 4294967295U;
    const crypto_pwhash_argon2i_SALTBYTES = 16U;
    const crypto_pwhash_argon2i_STRBYTES = 128U;
    const crypto_pwhash_argon2i_STRPREFIX = "$argon2i$";
    const crypto_pwhash_argon2i_OPSLIMIT_MIN = 3U;
    const crypto_pwhash_argon2i_OPSLIMIT_MAX = 4294967295U;
    const crypto_pwhash_argon2i_MEMLIMIT_MIN = 8192U;
    const crypto_pwhash_argon2i_MEMLIMIT_MAX = ((SIZE_MAX >= 4398046510080U) ? 4398046510080U : (SIZE_MAX >= 2147483648U) ? 2147483648U : 32768U);
    const crypto_pwhash_argon2i_OPSLIMIT_INTERACTIVE = 4U;
    const crypto_pwhash_argon2i_MEMLIMIT_INTERACTIVE = 33554432U;
    const crypto_pwhash_argon2i_OPSLIMIT_MODERATE = 6U;
    const crypto_pwhash_argon2i_MEMLIMIT_MODERATE = 134217728U;
    const crypto_pwhash_argon2i_OPSLIMIT_SENSITIVE = 8U;
    const crypto_pwhash_argon2i_MEMLIMIT_SENSITIVE = 536870912U;
    fn crypto_pwhash_argon2i_alg_argon2i13() -> c_int;
    fn crypto_pwhash_argon2i_bytes_min() -> usize;
    fn crypto_pwhash_argon2i_bytes_max() -> usize;
    fn crypto_pwhash_argon2i_passwd_min() -> usize;
    fn crypto_pwhash_argon2i_passwd_max() -> usize;
    fn crypto_pwhash_argon2i_saltbytes() -> usize;
    fn crypto_pwhash_argon2i_strbytes() -> usize;
    fn crypto_pwhash_argon2i_strprefix() -> *const c_char;
    fn crypto_pwhash_argon2i_opslimit_min() -> usize;
    fn crypto_pwhash_argon2i_opslimit_max() -> usize;
    fn crypto_pwhash_argon2i_memlimit_min() -> usize;
    fn crypto_pwhash_argon2i_memlimit_max() -> usize;
    fn crypto_pwhash_argon2i_opslimit_interactive() -> usize;
    fn crypto_pwhash_argon2i_memlimit_interactive() -> usize;
    fn crypto_pwhash_argon2i_opslimit_moderate() -> usize;
    fn crypto_pwhash_argon2i_memlimit_moderate() -> usize;
    fn crypto_pwhash_argon2i_opslimit_sensitive() -> usize;
    fn crypto_pwhash_argon2i_memlimit_sensitive() -> usize;
    #[must_use]
    fn crypto_pwhash_argon2i(out: *mut u8, outlen: c_ulonglong, passwd: *const secret_char, passwdlen: c_ulonglong, salt: *const u8, opslimit: c_ulonglong, memlimit: usize, alg: c_int) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_argon2i_str(out: *mut c_char, passwd: *const secret_char, passwdlen: c_ulonglong, opslimit: c_ulonglong, memlimit: usize) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_argon2i_str_verify(str: *const c_char, passwd: *const secret_char, passwdlen: c_ulonglong) -> verdict;
    #[must_use]
    fn crypto_pwhash_argon2i_str_needs_rehash(str: *const c_char, opslimit: c_ulonglong, memlimit: usize) -> flag;
}
