//! Processor features under libsodium's names.

use core::ffi::c_int;

/// Defines functions that report a processor feature.
macro_rules! features {
    ($($name:ident = $has:expr;)*) => {$(
        #[doc = concat!("libsodium's `", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        #[must_use]
        pub extern "C" fn $name() -> c_int {
            c_int::from($has)
        }
    )*};
}

/// Returns whether an x86-64 processor has a feature.
macro_rules! x86_64 {
    ($feature:tt) => {{
        #[cfg(target_arch = "x86_64")]
        let has = std::is_x86_feature_detected!($feature);
        #[cfg(not(target_arch = "x86_64"))]
        let has = false;
        has
    }};
}

features! {
    sodium_runtime_has_neon = cfg!(target_arch = "aarch64");
    sodium_runtime_has_armcrypto = false;
    sodium_runtime_has_sse2 = x86_64!("sse2");
    sodium_runtime_has_sse3 = x86_64!("sse3");
    sodium_runtime_has_ssse3 = x86_64!("ssse3");
    sodium_runtime_has_sse41 = x86_64!("sse4.1");
    sodium_runtime_has_avx = x86_64!("avx");
    sodium_runtime_has_avx2 = x86_64!("avx2");
    sodium_runtime_has_avx512f = x86_64!("avx512f");
    sodium_runtime_has_pclmul = x86_64!("pclmulqdq");
    sodium_runtime_has_aesni = x86_64!("aes");
    sodium_runtime_has_rdrand = x86_64!("rdrand");
}
