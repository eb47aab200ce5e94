//! How a primitive lists its candidates.

/// The table of a primitive: first the kernels of each architecture, of which a build has those of
/// its own alone, then the candidates of any. Each is a module of its name, in the folder of its
/// architecture or beside the primitive's `mod.rs`, and the order is the one that is taken where there is no rank.
///
/// `lean` names those that a module for WebAssembly is built with where it has no choice; without it
/// they are all that the table has for it.
macro_rules! candidates {
    (
        $(x86_64: $($(#[$x86_64_if:meta])? $x86_64:ident),+;)?
        $(aarch64: $($(#[$aarch64_if:meta])? $aarch64:ident),+;)?
        $(wasm32: $($(#[$wasm32_if:meta])? $wasm32:ident),+;)?
        any: $($any:ident),+;
    ) => {
        candidates! {
            $(x86_64: $($(#[$x86_64_if])? $x86_64),+;)?
            $(aarch64: $($(#[$aarch64_if])? $aarch64),+;)?
            $(wasm32: $($(#[$wasm32_if])? $wasm32),+;)?
            any: $($any),+;
            lean: $($any),+;
        }
    };
    (
        $(x86_64: $($(#[$x86_64_if:meta])? $x86_64:ident),+;)?
        $(aarch64: $($(#[$aarch64_if:meta])? $aarch64:ident),+;)?
        $(wasm32: $($(#[$wasm32_if:meta])? $wasm32:ident),+;)?
        any: $($any:ident),+;
        lean: $($(#[$lean_if:meta])? $($lean:ident)::+),+;
    ) => {{
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
            $($any::CANDIDATE,)+
        ];
        #[cfg(not(lean))]
        {
            ALL
        }
        #[cfg(lean)]
        {
            const LEAN: &[Candidate<Ops>] = &[
                $(
                    $(#[$lean_if])?
                    Candidate {
                        meta: $($lean)::+::CANDIDATE.meta.untold(),
                        ops: $($lean)::+::CANDIDATE.ops,
                    },
                )+
            ];
            assert!(LEAN.len() <= ALL.len());
            LEAN
        }
    }};
}
pub(super) use candidates;
