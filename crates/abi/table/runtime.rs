// Features of the processor.
header! {
    fn sodium_runtime_has_neon() -> flag;
    fn sodium_runtime_has_armcrypto() -> flag;
    fn sodium_runtime_has_sse2() -> flag;
    fn sodium_runtime_has_sse3() -> flag;
    fn sodium_runtime_has_ssse3() -> flag;
    fn sodium_runtime_has_sse41() -> flag;
    fn sodium_runtime_has_avx() -> flag;
    fn sodium_runtime_has_avx2() -> flag;
    fn sodium_runtime_has_avx512f() -> flag;
    fn sodium_runtime_has_pclmul() -> flag;
    fn sodium_runtime_has_aesni() -> flag;
    fn sodium_runtime_has_rdrand() -> flag;
}
