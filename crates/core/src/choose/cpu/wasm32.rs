//! WebAssembly: sets of extensions by what the module was built for. An engine that lacks one does not
//! load the module, so that there is nothing to ask when it runs.

use super::Features;

impl Features {
    /// Vectors of 128 bits of WebAssembly.
    pub const SIMD128: Self = Self(1 << 25);
    /// Instructions on them whose results may differ between machines.
    pub const RELAXED_SIMD: Self = Self(1 << 26 | Self::SIMD128.0);

    /// Each set by its own bit, whole, and by name; lower sets come first.
    pub(super) const WASM32: &[(u32, Self, &str)] =
        &[(1 << 25, Self::SIMD128, "simd128"), (1 << 26, Self::RELAXED_SIMD, "relaxed-simd")];
}

/// The bits of the sets that the module was built for.
pub(super) fn offered() -> u32 {
    u32::from(cfg!(target_feature = "simd128")) << 25
        | u32::from(cfg!(target_feature = "relaxed-simd")) << 26
}
