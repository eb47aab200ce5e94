//! What the crate graviola needs of the processor, whichever of its functions is called.

use crate::choose::Features;

/// Every public function of graviola 0.4 asserts AES, PCLMULQDQ, BMI1, ADX, AVX and AVX2 and
/// panics where one is missing (`low/x86_64/cpu.rs`, `verify_cpu_features`). BMI2 it does not
/// assert, but its curve arithmetic (s2n-bignum's `mulx` variants) uses it.
#[cfg(target_arch = "x86_64")]
pub const NEEDS: Features = Features::AVX2
    .and(Features::AES)
    .and(Features::PCLMULQDQ)
    .and(Features::BMI1)
    .and(Features::BMI2)
    .and(Features::ADX);

/// Every public function of graviola 0.4 asserts NEON, AES, PMULL and SHA-2 and panics where one is
/// missing (`low/aarch64/cpu.rs`).
#[cfg(target_arch = "aarch64")]
pub const NEEDS: Features = Features::NEON_AES.and(Features::NEON_SHA2);
