//! Detects the processor's features once, and identifies the processor.
//!
//! Each architecture has a file that lists and detects its extension sets. All lists are part of
//! every build, so that every machine can display the names of all features. Every set has its own
//! bit across architectures, and a set comes after the sets that it includes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::BitOr;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A set of instruction-set extensions.
///
/// A constant such as [`Features::AVX2`] includes every set that Rust's `target_feature` of the
/// same name implies, so [`Features::met_by`] is a complete check.
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Features(u32);

/// Expands to whether the build enables a set, which may have a different name in the compiler.
macro_rules! built_for {
    ($text:tt) => {
        cfg!(target_feature = $text)
    };
    ($_:tt as $text:tt) => {
        cfg!(target_feature = $text)
    };
}

macro_rules! features {
    (
        $all:ident, $arch:literal, $detected:ident;
        $($(#[$doc:meta])* $name:ident = $bit:literal $(+ $lower:ident)*, $text:tt $(as $built:tt)?;)*
    ) => {
        impl Features {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit $(| Self::$lower.0)*);)*

            /// The table of sets. A row has the set's own bit, its bit together with the bits of
            /// all implied sets, and its name. Implied sets come first.
            pub(super) const $all: &[(u32, Self, &str)] = &[$((1 << $bit, Self::$name, $text),)*];
        }

        /// Returns the bits of the available sets. A set is available if the build enables it, or
        /// if the standard library finds that the processor supports it.
        pub(super) fn offered() -> u32 {
            let mut bits = 0;
            $(if cfg!(target_arch = $arch) && built_for!($text $(as $built)?) {
                bits |= 1 << $bit;
            })*
            #[cfg(all(feature = "std", target_arch = $arch))]
            { $(if std::arch::$detected!($text) { bits |= 1 << $bit; })* }
            bits
        }
    };
}

mod aarch64;
mod wasm32;
mod x86_64;

impl Features {
    /// The empty set: no features beyond the architecture's baseline.
    pub const NONE: Self = Self(0);

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Reports whether a processor with features `have` can run code that requires `self`.
    #[must_use]
    pub const fn met_by(self, have: Self) -> bool {
        self.0 & !have.0 == 0
    }

    /// Returns the features in `self` that are missing in `have`.
    #[must_use]
    pub const fn without(self, have: Self) -> Self {
        Self(self.0 & !have.0)
    }

    fn all() -> impl Iterator<Item = &'static (u32, Self, &'static str)> {
        Self::X86_64.iter().chain(Self::AARCH64).chain(Self::WASM32)
    }

    /// Returns the names of the features in Rust's spelling, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::all().filter(move |(own, ..)| self.0 & own != 0).map(|(.., name)| *name)
    }
}

#[cfg(test)]
impl Features {
    /// A feature that all processors lack.
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

/// Returns the features that code may use: the features enabled by the build and, with the crate
/// feature `std` on x86-64 and AArch64, the features that the processor supports and the operating
/// system has enabled.
///
/// A WebAssembly module uses the features it was built for: an engine without them does not load
/// it.
#[must_use]
pub fn detected() -> Features {
    // Marks the cache as initialized, even without any feature. Threads that initialize it
    // concurrently store the same value.
    const ASKED: u32 = 1 << 31;
    static CACHE: AtomicU32 = AtomicU32::new(0);
    let cached = CACHE.load(Relaxed);
    if cached & ASKED != 0 {
        return Features(cached & !ASKED);
    }
    let found = consistent(x86_64::offered() | aarch64::offered() | wasm32::offered());
    CACHE.store(found.0 | ASKED, Relaxed);
    found
}

/// Drops every extension set that implies a missing set. For example, Rust's `avx512f` implies
/// `avx2` and `fma`, but a hypervisor may hide either.
fn consistent(bits: u32) -> Features {
    Features::all().fold(Features(bits), |have, &(own, set, _)| {
        if set.met_by(have) { have } else { Features(have.0 & !own) }
    })
}

/// Returns the processor's identity: vendor, family, model, stepping and features, such as
/// `x86_64-AuthenticAMD-26-2-1-001fffff`. The identity does not depend on clock rate and core
/// count.
#[must_use]
pub fn identity() -> String {
    let architecture = if cfg!(target_arch = "aarch64") {
        "aarch64"
    } else if cfg!(target_arch = "wasm32") {
        "wasm32"
    } else {
        "other"
    };
    let processor = x86_64::processor().unwrap_or_else(|| architecture.into());
    format!("{processor}-{:08x}", detected().0)
}

#[cfg(test)]
mod tests {
    use super::Features;

    #[test]
    fn a_set_includes_its_implied_sets() {
        assert!(Features::AVX2.met_by(Features::AVX512IFMA));
        assert!(!Features::AVX512F.met_by(Features::AVX2));
        let names: Vec<_> = Features::AVX2.without(Features::SSE41).names().collect();
        assert_eq!(names, ["sse4.2", "avx", "avx2"]);
    }

    #[test]
    fn bits_are_unique() {
        let mut seen = Features::ABSENT.0 | 1 << 31;
        for &(own, _, name) in Features::all() {
            assert_eq!(seen & own, 0, "{name}");
            seen |= own;
        }
    }

    #[test]
    fn hiding_a_set_hides_all_sets_that_include_it() {
        for &(own, ..) in Features::all() {
            let left = super::consistent(!own);
            for &(bit, set, name) in Features::all() {
                let offered = left.0 & bit != 0;
                assert_eq!(offered, set.0 & own == 0, "{name} where bit {own:x} is hidden");
            }
        }
    }

    #[test]
    fn a_hypervisor_that_hides_avx2_hides_avx512() {
        let bits = Features::AVX512VL.0 & !(1 << 2);
        assert_eq!(super::consistent(bits), Features::FMA | Features::F16C);
    }
}
