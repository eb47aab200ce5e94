use super::{Ops, PRIMITIVE, portable, selftest};
use crate::choose::{State, sample_array};
use crate::prim::testing::outcome;

/// Iterates both permutations from pseudorandom states.
#[test]
fn every_candidate_agrees_with_the_crate_keccak() {
    let start: [u64; 25] =
        core::array::from_fn(|lane| u64::from_le_bytes(sample_array(100 + lane as u64)));
    for candidate in PRIMITIVE.runnable() {
        let (mut state, mut expected) = (start, start);
        for turn in 0..200 {
            if turn % 3 == 0 {
                candidate.permute_12(&mut state);
                keccak::keccak_p(&mut expected, 12);
            } else {
                candidate.permute_24(&mut state);
                keccak::f1600(&mut expected);
            }
            assert_eq!(state, expected, "{} {turn}", candidate.meta().name);
        }
    }
}

#[test]
fn the_choice_permutes() -> crate::Result<()> {
    let (mut state, mut expected) = ([5; 25], [5; 25]);
    super::permute_24(&mut state)?;
    super::permute_12(&mut state)?;
    keccak::f1600(&mut expected);
    keccak::keccak_p(&mut expected, 12);
    assert_eq!(state, expected);
    Ok(())
}

#[test]
fn a_wrong_permutation_fails_the_selftest() {
    let Ops { permute_24, permute_12 } = portable::CANDIDATE.ops;
    assert_eq!(outcome(selftest, Ops { permute_24, permute_12 }), State::Proven);
    assert_eq!(outcome(selftest, Ops { permute_24, permute_12: permute_24 }), State::Failed);
    assert_eq!(outcome(selftest, Ops { permute_24: permute_12, permute_12 }), State::Failed);
}
