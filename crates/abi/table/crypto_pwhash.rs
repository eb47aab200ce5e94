// Password hashing with Argon2.
header! {
    const crypto_pwhash_ALG_ARGON2I13 = crypto_pwhash_argon2i_ALG_ARGON2I13;
    const crypto_pwhash_ALG_ARGON2ID13 = crypto_pwhash_argon2id_ALG_ARGON2ID13;
    const crypto_pwhash_ALG_DEFAULT = crypto_pwhash_ALG_ARGON2ID13;
    const crypto_pwhash_BYTES_MIN = crypto_pwhash_argon2id_BYTES_MIN;
    const crypto_pwhash_BYTES_MAX = crypto_pwhash_argon2id_BYTES_MAX;
    const crypto_pwhash_PASSWD_MIN = crypto_pwhash_argon2id_PASSWD_MIN;
    const crypto_pwhash_PASSWD_MAX = crypto_pwhash_argon2id_PASSWD_MAX;
    const crypto_pwhash_SALTBYTES = crypto_pwhash_argon2id_SALTBYTES;
    const crypto_pwhash_STRBYTES = crypto_pwhash_argon2id_STRBYTES;
    const crypto_pwhash_STRPREFIX = crypto_pwhash_argon2id_STRPREFIX;
    const crypto_pwhash_OPSLIMIT_MIN = crypto_pwhash_argon2id_OPSLIMIT_MIN;
    const crypto_pwhash_OPSLIMIT_MAX = crypto_pwhash_argon2id_OPSLIMIT_MAX;
    const crypto_pwhash_MEMLIMIT_MIN = crypto_pwhash_argon2id_MEMLIMIT_MIN;
    const crypto_pwhash_MEMLIMIT_MAX = crypto_pwhash_argon2id_MEMLIMIT_MAX;
    const crypto_pwhash_OPSLIMIT_INTERACTIVE = crypto_pwhash_argon2id_OPSLIMIT_INTERACTIVE;
    const crypto_pwhash_MEMLIMIT_INTERACTIVE = crypto_pwhash_argon2id_MEMLIMIT_INTERACTIVE;
    const crypto_pwhash_OPSLIMIT_MODERATE = crypto_pwhash_argon2id_OPSLIMIT_MODERATE;
    const crypto_pwhash_MEMLIMIT_MODERATE = crypto_pwhash_argon2id_MEMLIMIT_MODERATE;
    const crypto_pwhash_OPSLIMIT_SENSITIVE = crypto_pwhash_argon2id_OPSLIMIT_SENSITIVE;
    const crypto_pwhash_MEMLIMIT_SENSITIVE = crypto_pwhash_argon2id_MEMLIMIT_SENSITIVE;
    const crypto_pwhash_PRIMITIVE = "argon2id,argon2i";
    fn crypto_pwhash_alg_argon2i13() -> c_int;
    fn crypto_pwhash_alg_argon2id13() -> c_int;
    fn crypto_pwhash_alg_default() -> c_int;
    fn crypto_pwhash_bytes_min() -> usize;
    fn crypto_pwhash_bytes_max() -> usize;
    fn crypto_pwhash_passwd_min() -> usize;
    fn crypto_pwhash_passwd_max() -> usize;
    fn crypto_pwhash_saltbytes() -> usize;
    fn crypto_pwhash_strbytes() -> usize;
    fn crypto_pwhash_strprefix() -> *const c_char;
    fn crypto_pwhash_opslimit_min() -> usize;
    fn crypto_pwhash_opslimit_max() -> usize;
    fn crypto_pwhash_memlimit_min() -> usize;
    fn crypto_pwhash_memlimit_max() -> usize;
    fn crypto_pwhash_opslimit_interactive() -> usize;
    fn crypto_pwhash_memlimit_interactive() -> usize;
    fn crypto_pwhash_opslimit_moderate() -> usize;
    fn crypto_pwhash_memlimit_moderate() -> usize;
    fn crypto_pwhash_opslimit_sensitive() -> usize;
    fn crypto_pwhash_memlimit_sensitive() -> usize;
    #[must_use]
    #[varies]
    fn crypto_pwhash(out: *mut u8, outlen: c_ulonglong, passwd: *const secret_char, passwdlen: c_ulonglong, salt: *const u8, opslimit: c_ulonglong, memlimit: usize, alg: c_int) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_str(out: *mut c_char, passwd: *const secret_char, passwdlen: c_ulonglong, opslimit: c_ulonglong, memlimit: usize) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_str_alg(out: *mut c_char, passwd: *const secret_char, passwdlen: c_ulonglong, opslimit: c_ulonglong, memlimit: usize, alg: c_int) -> status;
    #[must_use]
    #[varies]
    fn crypto_pwhash_str_verify(str: *const c_char, passwd: *const secret_char, passwdlen: c_ulonglong) -> verdict;
    #[must_use]
    fn crypto_pwhash_primitive() -> *const c_char;
    #[must_use]
    fn crypto_pwhash_str_needs_rehash(str: *const c_char, opslimit: c_ulonglong, memlimit: usize) -> flag;
}
