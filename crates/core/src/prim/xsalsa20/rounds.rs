//! Salsa20 with fewer rounds, whose contracts take the kernels of Salsa20.

/// Candidates of the contract in the module above, by the kernels of those names with so many rounds.
macro_rules! composed {
    ($rounds:literal; $($candidate:ident $(in $arch:ident)?;)+) => {$(
        pub(in crate::prim) mod $candidate {
            use crate::choose::Candidate;
            use crate::prim::family::stream::Ops;
            use crate::prim::xsalsa20::$($arch::)?$candidate as kernel;
            use crate::prim::xsalsa20::portable::Salsa20;

            pub(crate) const CANDIDATE: Candidate<Ops<Salsa20<$rounds>, 64, 8, 32>> = Candidate {
                meta: kernel::CANDIDATE.meta,
                ops: Ops { xor: kernel::salsa::<$rounds> },
            };
        }
    )+};
}
pub(in crate::prim) use composed;
