header! {
    fn sodium_runtime_has_neon() -> c_int;
    fn sodium_runtime_has_armcrypto() -> c_int;
    fn sodium_runtime_has_sse2() -> c_int;
    fn sodium_runtime_has_sse3() -> c_int;
    fn sodium_runtime_has_ssse3() -> c_int;
    fn sodium_runtime_has_sse41() -> c_int;
    fn sodium_runtime_has_avx() -> c_int;
    fn sodium_runtime_has_avx2() -> c_int;
    fn sodium_runtime_has_avx512f() -> c_int;
    fn sodium_runtime_has_pclmul() -> c_int;
    fn sodium_runtime_has_aesni() -> c_int;
    fn sodium_runtime_has_rdrand() -> c_int;
}
