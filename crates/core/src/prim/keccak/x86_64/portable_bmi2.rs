//! The portable source compiled for BMI1 and BMI2: `andn` does most of step chi, and `rorx` saves
//! the move before a rotation.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::keccak::portable::{self, IOTA};
use crate::prim::keccak::{Ops, ROUNDS, State};

const NEEDS: Features = Features::BMI1.and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_bmi2", NEEDS, "own, the portable source under BMI1 and BMI2")
        .checked(),
    ops: Ops { permute_24, permute_12 },
};

/// Applies all 24 rounds.
#[target_feature(enable = "bmi1,bmi2")]
pub(crate) fn permute_24(state: &mut State) {
    rounds(state, &IOTA);
}

/// Applies the last twelve rounds.
#[target_feature(enable = "bmi1,bmi2")]
pub(crate) fn permute_12(state: &mut State) {
    rounds(state, &IOTA[ROUNDS - 12..]);
}

/// One shared copy of the rounds, as in the portable source.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn rounds(state: &mut State, constants: &[u64]) {
    portable::permute(state, constants);
}
