//! The portable source compiled for BMI1 and BMI2: `andn`, which is most of the step chi, and `rorx`,
//! which spares the moves before a rotation.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::shake256::sponge::{self, State};
use crate::prim::shake256::{Ops, portable};

const NEEDS: Features = Features::BMI1.and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_bmi2", NEEDS, "own, the portable source under BMI1 and BMI2")
        .checked(),
    ops: Ops { hash, permute },
};

#[target_feature(enable = "bmi1,bmi2")]
fn hash(out: &mut [u8], parts: &[&[u8]]) {
    sponge::hash(out, parts, |state| permute(state));
}

#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn permute(state: &mut State) {
    portable::permute(state);
}
