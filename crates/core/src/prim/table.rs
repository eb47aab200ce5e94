//! The table of candidates of a primitive.

/// Builds a primitive's table of candidates. The kernels for specific architectures come first, and
/// a build includes only the kernels for its own architecture. The portable candidates follow. Each
/// candidate is a module with its name, in the folder of its architecture or next to the
/// primitive's `mod.rs`. Without a rank, the first usable candidate in table order is selected.
///
/// A WebAssembly module without run-time choice uses the first candidate, or the candidate listed
/// under `lean`.
macro_rules! candidates {
    (
        $(x86_64: $($(#[$x86_64_if:meta])? $x86_64:ident),+;)?
        $(aarch64: $($(#[$aarch64_if:meta])? $aarch64:ident),+;)?
        $(wasm32: $($(#[$wasm32_if:meta])? $wasm32:ident),+;)?
        any: $($(#[$any_if:meta])? $any:ident),+;
        $(lean: $($(#[$lean_if:meta])? $($lean:ident)::+),+;)?
    ) => {{
        #[cfg(not(lean))]
        const ALL: &[Candidate<Ops>] = &[
            $($(
                #[cfg(target_arch = "x86_64")]
                $(#[$x86_64_if])?
                x86_64::$x86_64::CANDIDATE,
            )+)?
            $($(
                #[cfg(target_arch = "aarch64")]
                $(#[$aarch64_if])?
                aarch64::$aarch64::CANDIDATE,
            )+)?
            $($(
                #[cfg(target_arch = "wasm32")]
                $(#[$wasm32_if])?
                wasm32::$wasm32::CANDIDATE,
            )+)?
            $(
                $(#[$any_if])?
                $any::CANDIDATE,
            )+
        ];
        // The table is separate from the primitive. It is then constant, so that the compiler can
        // resolve the calls of candidates.
        #[cfg(lean)]
        static OUTCOME: core::sync::atomic::AtomicU8 = core::sync::atomic::AtomicU8::new(0);
        #[cfg(lean)]
        static ALL: &[Candidate<Ops>] = &[{
            let [Candidate { meta, ops }, ..] = [
                $($(
                    $(#[$lean_if])?
                    $($lean)::+::CANDIDATE,
                )+)?
                $($(
                    $(#[$wasm32_if])?
                    wasm32::$wasm32::CANDIDATE,
                )+)?
                $(
                    $(#[$any_if])?
                    $any::CANDIDATE,
                )+
            ];
            Candidate { meta: meta.single(&OUTCOME), ops }
        }];
        ALL
    }};
}
pub(super) use candidates;
