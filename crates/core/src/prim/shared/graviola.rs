//! The processor features that the crate graviola needs, for any of its functions.

use crate::choose::Features;

/// The features that every public function of graviola 0.4 asserts: it panics where one is missing.
/// Graviola supports only these two architectures.
///
/// On x86-64 the features are AES, PCLMULQDQ, BMI1, ADX, AVX and AVX2 (`low/x86_64/cpu.rs`,
/// `verify_cpu_features`). It does not assert BMI2, but its curve arithmetic (s2n-bignum's `mulx`
/// variants) uses it. On AArch64 they are NEON, AES, PMULL and SHA-2 (`low/aarch64/cpu.rs`).
pub const NEEDS: Features = if cfg!(target_arch = "aarch64") { AARCH64 } else { X86_64 };

const X86_64: Features = Features::AVX2
    .and(Features::AES)
    .and(Features::PCLMULQDQ)
    .and(Features::BMI1)
    .and(Features::BMI2)
    .and(Features::ADX);

const AARCH64: Features = Features::NEON_AES.and(Features::NEON_SHA2);
