//! The portable source compiled for BMI1 and BMI2: `andn`, and `rorx`, which spares the moves before a
//! rotation.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha1::{Block, DIGEST_LEN, Ops, State, message, portable};

const NEEDS: Features = Features::BMI1.and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_bmi2", NEEDS, "own, the portable source under BMI1 and BMI2")
        .checked(),
    ops: Ops { hash, absorb: Some(compress) },
};

#[target_feature(enable = "bmi1,bmi2")]
fn hash(parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message(parts, |state, blocks| compress(state, blocks))
}

#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    portable::compress(state, blocks);
}
