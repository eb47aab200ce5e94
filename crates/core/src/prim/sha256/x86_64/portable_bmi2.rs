//! The portable source compiled for BMI1 and BMI2: `andn`, and `rorx`, which spares the moves before
//! a rotation.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::{self, Block, State};
use crate::prim::sha256::{DIGEST_LEN, Ops, portable};

/// What the functions of this module need.
pub(crate) const NEEDS: Features = Features::BMI1.and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_bmi2", NEEDS, "own, the portable source under BMI1 and BMI2")
        .checked(),
    ops: Ops { hash, absorb: Some(compress) },
};

/// SHA-256 of all parts.
#[target_feature(enable = "bmi1,bmi2")]
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    hash_after(None, parts)
}

/// SHA-256 of a block, if there is one, followed by all parts.
#[target_feature(enable = "bmi1,bmi2")]
pub(crate) fn hash_after(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, |state, blocks| compress(state, blocks))
}

#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    portable::compress(state, blocks);
}
