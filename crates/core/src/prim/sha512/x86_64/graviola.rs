//! graviola's SHA-512.
//!
//! Origin: the crate graviola (after S. Gueron and V. Krasnov, "Parallelizing message schedules to
//! accelerate the computations of hash functions", 2012): the schedule of four blocks at a time in
//! AVX2, the rounds on `rorx`. Wins on long messages.

use graviola::hashing::sha2::Sha512Context;

use crate::choose::{Candidate, Meta};
use crate::prim::sha512::message::Block;
use crate::prim::sha512::{DIGEST_LEN, Ops};
use crate::prim::shared::graviola::NEEDS;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        // Without BMI2 it would fall back to plain integers, but NEEDS holds BMI2.
        backend: Some(|| "avx2+bmi2"),
        ..Meta::own("graviola", NEEDS, "crate graviola")
    },
    ops: Ops { hash, absorb: None },
};

/// SHA-512 of all parts.
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    hash_after(None, parts)
}

/// SHA-512 of a block, if there is one, followed by all parts. Needs what [`CANDIDATE`] needs.
pub(crate) fn hash_after(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    let mut context = Sha512Context::new();
    if let Some(block) = first {
        context.update(block);
    }
    for part in parts {
        context.update(part);
    }
    context.finish()
}
