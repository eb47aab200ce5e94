//! What the crate graviola needs of the processor, whichever of its functions is called.

use crate::choose::Features;

/// What every public function of graviola 0.4 asserts: it panics where one is missing. There is no
/// graviola for other architectures than these two.
///
/// On x86-64 that is AES, PCLMULQDQ, BMI1, ADX, AVX and AVX2 (`low/x86_64/cpu.rs`,
/// `verify_cpu_features`). BMI2 it does not assert, but its curve arithmetic (s2n-bignum's `mulx`
/// variants) uses it. On AArch64 it is NEON, AES, PMULL and SHA-2 (`low/aarch64/cpu.rs`).
pub const NEEDS: Features = if cfg!(target_arch = "aarch64") { AARCH64 } else { X86_64 };

const X86_64: Features = Features::AVX2
    .and(Features::AES)
    .and(Features::PCLMULQDQ)
    .and(Features::BMI1)
    .and(Features::BMI2)
    .and(Features::ADX);

const AARCH64: Features = Features::NEON_AES.and(Features::NEON_SHA2);
