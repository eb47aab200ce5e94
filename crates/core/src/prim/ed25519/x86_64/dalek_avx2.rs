//! The source of `dalek` with SHA-512 in AVX2. Fastest where `dalek` is, and at signing if the
//! message is long enough for the hash to dominate.

use crate::choose::{Candidate, Meta};
use crate::prim::ed25519::Ops;
use crate::prim::ed25519::dalek::{ORIGIN, Sha512, backend, ops};
use crate::prim::sha512::x86_64::avx2;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/avx2"],
        backend: Some(backend),
        ..Meta::own("dalek_avx2", avx2::NEEDS, ORIGIN).checked()
    },
    ops: ops::<Avx2>(),
};

/// SHA-512 in AVX2; used only by the candidate above.
struct Avx2;

impl Sha512 for Avx2 {
    #[allow(unsafe_code)]
    fn hash(parts: &[&[u8]]) -> [u8; 64] {
        // SAFETY: the candidate requires the features that this function needs.
        unsafe { avx2::hash(None, parts) }
    }
}
