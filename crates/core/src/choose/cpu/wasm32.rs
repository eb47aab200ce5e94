//! The WebAssembly extension sets that the module was built for. An engine without them does not
//! load the module, so runtime detection is unnecessary.

use super::Features;

impl Features {
    /// WebAssembly's 128-bit vectors.
    pub const SIMD128: Self = Self(1 << 25);
    /// Vector instructions with results that may differ between machines.
    pub const RELAXED_SIMD: Self = Self(1 << 26 | Self::SIMD128.0);

    /// The table of sets. A row has the set's own bit, its bit together with the bits of all
    /// implied sets, and its name. Implied sets come first.
    pub(super) const WASM32: &[(u32, Self, &str)] =
        &[(1 << 25, Self::SIMD128, "simd128"), (1 << 26, Self::RELAXED_SIMD, "relaxed-simd")];
}

/// Returns the bits of the sets that the module was built for.
pub(super) fn offered() -> u32 {
    u32::from(cfg!(target_feature = "simd128")) << 25
        | u32::from(cfg!(target_feature = "relaxed-simd")) << 26
}
