//! How a primitive lists its candidates.

/// The table of a primitive: first the kernels of each architecture, of which a build has those of
/// its own alone, then the candidates of any. Each is a module of its name, in the folder of its
/// architecture or beside the primitive's `mod.rs`, and the order is the one that is taken where there is no rank.
///
/// A module for WebAssembly that has no choice is built with the first candidate, or with that of `lean`.
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
        // Apart from the primitive, which is constant then, so that a compiler sees what a call reaches.
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
