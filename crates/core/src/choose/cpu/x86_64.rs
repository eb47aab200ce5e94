//! Detects the x86-64 extension sets and the processor's identity with CPUID.

use alloc::string::String;

use super::Features;

features! {
    X86_64, "x86_64", is_x86_feature_detected;
    /// SSE3.
    SSE3 = 16, "sse3";
    /// SSSE3.
    SSSE3 = 0 + SSE3, "ssse3";
    /// SSE4.1.
    SSE41 = 1 + SSSE3, "sse4.1";
    /// SSE4.2.
    SSE42 = 17 + SSE41, "sse4.2";
    /// AVX.
    AVX = 18 + SSE42, "avx";
    /// Fused multiply-add on 128 and 256 bits.
    FMA = 19 + AVX, "fma";
    /// Conversion of half-precision numbers.
    F16C = 20 + AVX, "f16c";
    /// AVX2.
    AVX2 = 2 + AVX, "avx2";
    /// BMI1.
    BMI1 = 3, "bmi1";
    /// BMI2 (`mulx`, `rorx`).
    BMI2 = 4, "bmi2";
    /// ADX (`adcx`, `adox`).
    ADX = 5, "adx";
    /// The SHA-1 and SHA-256 instructions.
    SHA = 6 + SSSE3, "sha";
    /// AES rounds.
    AES = 7, "aes";
    /// Carry-less multiplication.
    PCLMULQDQ = 8, "pclmulqdq";
    /// AVX-512 foundation.
    AVX512F = 9 + AVX2 + FMA + F16C, "avx512f";
    /// AVX-512 on bytes and words.
    AVX512BW = 10 + AVX512F, "avx512bw";
    /// AVX-512 instructions on 128 and 256 bits.
    AVX512VL = 11 + AVX512F, "avx512vl";
    /// AVX-512 on double and quad words.
    AVX512DQ = 12 + AVX512F, "avx512dq";
    /// AVX-512 52-bit multiply-add.
    AVX512IFMA = 13 + AVX512F, "avx512ifma";
    /// AES rounds on wide vectors.
    VAES = 14 + AVX2 + AES, "vaes";
    /// Carry-less multiplication on wide vectors.
    VPCLMULQDQ = 15 + AVX2 + PCLMULQDQ, "vpclmulqdq";
}

/// Returns vendor, family, model and stepping, such as `x86_64-AuthenticAMD-26-2-1`, or `None` on
/// other architectures.
#[cfg(target_arch = "x86_64")]
pub(super) fn processor() -> Option<String> {
    let leaf0 = crate::process::cpuid(0);
    let mut vendor = alloc::vec::Vec::new();
    for word in [leaf0.ebx, leaf0.edx, leaf0.ecx] {
        vendor.extend_from_slice(&word.to_le_bytes());
    }
    vendor.retain(u8::is_ascii_alphanumeric);
    let vendor = String::from_utf8(vendor).unwrap_or_default();
    let (family, model, stepping) = signature(crate::process::cpuid(1).eax);
    Some(alloc::format!("x86_64-{vendor}-{family}-{model}-{stepping}"))
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn processor() -> Option<String> {
    None
}

/// Decodes family, model and stepping from EAX of CPUID leaf 1 (Intel SDM volume 2, CPUID).
#[cfg(any(test, target_arch = "x86_64"))]
const fn signature(eax: u32) -> (u32, u32, u32) {
    let base = (eax >> 8) & 15;
    let family = if base == 15 { base + ((eax >> 20) & 255) } else { base };
    let low = (eax >> 4) & 15;
    let model = if base == 6 || base == 15 { low | ((eax >> 12) & 0xf0) } else { low };
    (family, model, eax & 15)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    mod compiler {
        use super::super::Features;

        /// Returns the sets that rustc enables for the x86-64 baseline plus `name`.
        fn implied(name: &str) -> Vec<String> {
            let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
            let output = std::process::Command::new(rustc)
                .args(["--print", "cfg", "--target", "x86_64-unknown-linux-gnu"])
                .arg(format!("-Ctarget-feature=+{name}"))
                .output()
                .unwrap();
            assert!(output.status.success(), "{name}: {output:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            let sets = text.lines().filter_map(|line| line.strip_prefix("target_feature=\""));
            sets.map(|set| set.trim_end_matches('"').into()).collect()
        }

        /// Code that is compiled for a set may also use the sets that the compiler adds.
        #[test]
        fn a_set_includes_all_sets_that_the_compiler_enables() {
            let base_line = implied("sse2");
            assert!(base_line.iter().any(|set| set == "sse2"));
            for &(_, set, name) in Features::X86_64 {
                let mut added = implied(name);
                added.retain(|implied| !base_line.contains(implied));
                assert!(added.iter().any(|implied| implied == name), "{name} adds {added:?}");
                for implied in added {
                    assert!(set.names().any(|have| have == implied), "{name} lacks {implied}");
                }
            }
        }
    }

    #[test]
    fn signatures_are_decoded_as_specified() {
        // AMD family 26 model 2 stepping 1; Intel family 6 model 143 stepping 8.
        assert_eq!(super::signature(0x00b0_0f21), (26, 2, 1));
        assert_eq!(super::signature(0x000_806f8), (6, 143, 8));
    }
}
