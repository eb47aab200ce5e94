use sha3::Shake256;
use sha3::digest::{ExtendableOutput, Update, XofReader};

use super::{Hasher, Ops, PRIMITIVE, RATE, selftest};
use crate::choose::{Contract, State};
use crate::prim::shake256::sponge;
use crate::prim::testing::{each_message, outcome};

#[test]
fn every_candidate_passes_its_selftest() {
    for index in 0..PRIMITIVE.len() {
        let state = PRIMITIVE.prove(index);
        assert!(matches!(state, State::Proven | State::Lacks(_)), "{:?}", PRIMITIVE.meta(index));
    }
}

#[test]
fn every_candidate_agrees_with_rustcrypto() {
    for candidate in PRIMITIVE.runnable() {
        each_message(|parts, message| {
            let (mut found, mut expected) = ([0; 300], [0; 300]);
            let len = message.len() % 301;
            candidate.hash(&mut found[..len], parts);
            Shake256::default().chain(message).finalize_xof_into(&mut expected[..len]);
            assert_eq!(found, expected, "{} {}", candidate.meta().name, message.len());
        });
    }
}

#[test]
fn output_comes_in_pieces_of_any_length() {
    let mut expected = [0; 5 * RATE];
    Shake256::default().chain(b"message").finalize_xof().read(&mut expected);
    for candidate in PRIMITIVE.runnable() {
        for piece in [1, 7, 8, 135, 136, 137, 300] {
            let mut hasher = candidate.hasher();
            hasher.update(b"message");
            let (mut reader, mut found) = (hasher.finish(), [0; 5 * RATE]);
            found.chunks_mut(piece).for_each(|piece| reader.read(piece));
            assert_eq!(found, expected, "{} {piece}", candidate.meta().name);
        }
    }
}

/// What a candidate that hashes rightly in one call and permutes wrongly in pieces is worth.
#[test]
fn a_wrong_permutation_fails_the_selftest() {
    fn hash(out: &mut [u8], parts: &[&[u8]]) {
        let mut hasher = Shake256::default();
        parts.iter().for_each(|part| hasher.update(part));
        hasher.finalize_xof_into(out);
    }
    let wrong = |state: &mut sponge::State| state.rotate_left(1);
    assert_eq!(outcome(selftest, Ops { hash, permute: wrong }), State::Failed);
    let portable = super::portable::CANDIDATE.ops.permute;
    assert_eq!(outcome(selftest, Ops { hash, permute: portable }), State::Proven);
    assert!(format!("{:?}", Hasher::new(portable)).ends_with("(..)"));
}
