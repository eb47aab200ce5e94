//! The portable source compiled for BMI1 and BMI2: `andn`, which is most of the step chi, and `rorx`,
//! which spares the moves before a rotation.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::keccak::{Ops, State, portable};

const NEEDS: Features = Features::BMI1.and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_bmi2", NEEDS, "own, the portable source under BMI1 and BMI2")
        .checked(),
    ops: Ops { permute_24, permute_12 },
};

/// All rounds.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
pub(crate) fn permute_24(state: &mut State) {
    portable::permute::<24>(state);
}

/// The last twelve rounds.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
pub(crate) fn permute_12(state: &mut State) {
    portable::permute::<12>(state);
}
