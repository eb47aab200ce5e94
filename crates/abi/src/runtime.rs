//! What the processor offers, by libsodium's names.

use core::ffi::c_int;

/// Functions that tell whether the processor has something: its name on x86-64.
macro_rules! features {
    ($($name:ident = $feature:tt;)*) => {$(
        #[doc = concat!("libsodium's `", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        #[must_use]
        pub extern "C" fn $name() -> c_int {
            #[cfg(target_arch = "x86_64")]
            return c_int::from(std::is_x86_feature_detected!($feature));
            #[cfg(not(target_arch = "x86_64"))]
            return 0;
        }
    )*};
}

features! {
    sodium_runtime_has_sse2 = "sse2";
    sodium_runtime_has_sse3 = "sse3";
    sodium_runtime_has_ssse3 = "ssse3";
    sodium_runtime_has_sse41 = "sse4.1";
    sodium_runtime_has_avx = "avx";
    sodium_runtime_has_avx2 = "avx2";
    sodium_runtime_has_avx512f = "avx512f";
    sodium_runtime_has_pclmul = "pclmulqdq";
    sodium_runtime_has_aesni = "aes";
    sodium_runtime_has_rdrand = "rdrand";
}

crate::exports::constants! { c_int;
    sodium_runtime_has_neon = cfg!(target_arch = "aarch64") as c_int;
    sodium_runtime_has_armcrypto = 0;
}
