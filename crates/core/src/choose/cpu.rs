//! What the processor offers, found once, and who it is.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::BitOr;

/// A set of instruction-set extensions.
///
/// A constant such as [`Features::AVX2`] contains every lower set that Rust's `target_feature` of
/// the same name implies, so that [`Features::met_by`] is the whole check.
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Features(u32);

macro_rules! features {
    (
        $all:ident, $arch:literal, $detected:ident;
        $($(#[$doc:meta])* $name:ident = $bit:literal $(+ $lower:ident)*, $text:tt;)*
    ) => {
        impl Features {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit $(| Self::$lower.0)*);)*

            /// Each set by its own bit, whole, and by name; lower sets come first.
            const $all: &[(u32, Self, &str)] = &[$((1 << $bit, Self::$name, $text),)*];

            #[cfg(all(feature = "std", target_arch = $arch))]
            fn ask_cpu() -> u32 {
                let mut bits = 0;
                $(if std::arch::$detected!($text) { bits |= 1 << $bit; })*
                bits
            }
        }
    };
}

// In an order in which lower sets come first. No bit is given twice, whatever the architecture.
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

features! {
    AARCH64, "aarch64", is_aarch64_feature_detected;
    /// Advanced SIMD of Arm.
    NEON = 21, "neon";
    /// Polynomial multiplication of Arm.
    PMULL = 22 + NEON, "pmull";
    /// AES rounds of Arm.
    NEON_AES = 23 + PMULL, "aes";
    /// The SHA-1 and SHA-256 instructions of Arm.
    NEON_SHA2 = 24 + NEON, "sha2";
}

impl Features {
    /// Nothing beyond the architecture's base line.
    pub const NONE: Self = Self(0);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a processor that offers `have` can run code that needs `self`.
    #[must_use]
    pub const fn met_by(self, have: Self) -> bool {
        self.0 & !have.0 == 0
    }

    /// What is in `self` and not in `have`.
    #[must_use]
    pub const fn without(self, have: Self) -> Self {
        Self(self.0 & !have.0)
    }

    fn all() -> impl Iterator<Item = &'static (u32, Self, &'static str)> {
        Self::X86_64.iter().chain(Self::AARCH64)
    }

    /// The names as Rust spells them, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::all().filter(move |(own, ..)| self.0 & own != 0).map(|(.., name)| *name)
    }
}

#[cfg(test)]
impl Features {
    /// What no processor offers.
    pub(super) const ABSENT: Self = Self(1 << 30);
}

impl BitOr for Features {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.names().collect();
        f.write_str(&names.join("+"))
    }
}

/// What this processor offers and the operating system has enabled.
///
/// Without the feature `std`, or on another architecture than x86-64 and AArch64, nothing is
/// detected.
#[must_use]
pub fn detected() -> Features {
    #[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
        // The marker bit tells "nothing found" from "not asked yet"; two threads that ask at the
        // same time store the same value.
        const ASKED: u32 = 1 << 31;
        static CACHE: AtomicU32 = AtomicU32::new(0);
        let cached = CACHE.load(Relaxed);
        if cached & ASKED != 0 {
            return Features(cached & !ASKED);
        }
        let found = consistent(Features::ask_cpu());
        CACHE.store(found.0 | ASKED, Relaxed);
        found
    }
    #[cfg(not(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64"))))]
    Features::NONE
}

/// Drops every set whose lower sets are not all there: Rust's `avx512f` implies `avx2` and `fma`,
/// but a hypervisor may offer it without them.
#[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn consistent(bits: u32) -> Features {
    Features::all().fold(Features(bits), |have, &(own, set, _)| {
        if set.met_by(have) { have } else { Features(have.0 & !own) }
    })
}

/// The processor's identity: vendor, family, model, stepping and features, such as
/// `x86_64-AuthenticAMD-26-2-1-001fffff`. It holds no clock reading and no core count.
#[must_use]
pub fn identity() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let leaf0 = core::arch::x86_64::__cpuid(0);
        let mut vendor = Vec::new();
        for word in [leaf0.ebx, leaf0.edx, leaf0.ecx] {
            vendor.extend_from_slice(&word.to_le_bytes());
        }
        vendor.retain(u8::is_ascii_alphanumeric);
        let vendor = String::from_utf8(vendor).unwrap_or_default();
        let leaf1 = core::arch::x86_64::__cpuid(1).eax;
        let (family, model, stepping) = signature(leaf1);
        format!("x86_64-{vendor}-{family}-{model}-{stepping}-{:08x}", detected().0)
    }
    #[cfg(not(target_arch = "x86_64"))]
    format!("{}-{:08x}", ARCH, detected().0)
}

#[cfg(not(target_arch = "x86_64"))]
const ARCH: &str = if cfg!(target_arch = "aarch64") {
    "aarch64"
} else if cfg!(target_arch = "wasm32") {
    "wasm32"
} else {
    "other"
};

/// Family, model and stepping out of the EAX of CPUID leaf 1 (Intel SDM volume 2, CPUID).
#[cfg(target_arch = "x86_64")]
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
    use super::Features;

    #[test]
    fn a_set_contains_its_lower_sets() {
        assert!(Features::AVX2.met_by(Features::AVX512IFMA));
        assert!(!Features::AVX512F.met_by(Features::AVX2));
        let names: Vec<_> = Features::AVX2.without(Features::SSE41).names().collect();
        assert_eq!(names, ["sse4.2", "avx", "avx2"]);
    }

    /// The sets that rustc has for the base line of x86-64 and another one.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
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

    /// Code compiled for a set may hold an instruction of any set that the compiler adds.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[test]
    fn a_set_contains_all_that_the_compiler_adds() {
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

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[test]
    fn a_hypervisor_that_hides_any_lower_set_hides_all_above_it() {
        for &(own, ..) in Features::X86_64 {
            let left = super::consistent(!own);
            for &(bit, set, name) in Features::X86_64 {
                let offered = left.0 & bit != 0;
                assert_eq!(offered, set.0 & own == 0, "{name} where bit {own:x} is hidden");
            }
        }
    }

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[test]
    fn a_hypervisor_that_hides_avx2_hides_avx512() {
        let bits = Features::AVX512VL.0 & !(1 << 2);
        assert_eq!(super::consistent(bits), Features::FMA | Features::F16C);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_signature_is_decoded_as_the_manual_says() {
        // AMD family 26 model 2 stepping 1; Intel family 6 model 143 stepping 8.
        assert_eq!(super::signature(0x00b0_0f21), (26, 2, 1));
        assert_eq!(super::signature(0x000_806f8), (6, 143, 8));
    }
}
