//! The AArch64 extension sets, which the operating system reports.

use super::Features;

features! {
    AARCH64, "aarch64", is_aarch64_feature_detected;
    /// Arm Advanced SIMD.
    NEON = 21, "neon";
    /// Arm polynomial multiplication, which the compiler includes in the AES extension.
    PMULL = 22 + NEON, "pmull" as "aes";
    /// Arm AES rounds.
    NEON_AES = 23 + PMULL, "aes";
    /// Arm SHA-1 and SHA-256 instructions.
    NEON_SHA2 = 24 + NEON, "sha2";
}
