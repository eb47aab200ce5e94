//! AArch64: sets of extensions by what the operating system says.

use super::Features;

features! {
    AARCH64, "aarch64", is_aarch64_feature_detected;
    /// Advanced SIMD of Arm.
    NEON = 21, "neon";
    /// Polynomial multiplication of Arm, which the compiler counts among the AES rounds.
    PMULL = 22 + NEON, "pmull" as "aes";
    /// AES rounds of Arm.
    NEON_AES = 23 + PMULL, "aes";
    /// The SHA-1 and SHA-256 instructions of Arm.
    NEON_SHA2 = 24 + NEON, "sha2";
}
