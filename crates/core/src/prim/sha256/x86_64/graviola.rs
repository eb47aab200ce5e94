//! graviola's SHA-256.
//!
//! Origin: the crate graviola: the SHA instructions where the processor has them, else plain
//! integers.

use graviola::hashing::sha2::Sha256Context;

use crate::choose::detected;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::Block;
use crate::prim::sha256::{DIGEST_LEN, Ops};
use crate::prim::shared::graviola::NEEDS;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta { backend: Some(backend), ..Meta::own("graviola", NEEDS, "crate graviola") },
    ops: Ops { hash, absorb: None },
};

fn backend() -> &'static str {
    if Features::SHA.met_by(detected()) { "sha" } else { "generic" }
}

/// SHA-256 of all parts.
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    hash_after(None, parts)
}

/// SHA-256 of a block, if there is one, followed by all parts. Needs what [`CANDIDATE`] needs.
pub(crate) fn hash_after(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    let mut context = Sha256Context::new();
    if let Some(block) = first {
        context.update(block);
    }
    for part in parts {
        context.update(part);
    }
    context.finish()
}
