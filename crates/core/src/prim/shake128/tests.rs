use alloc::vec;
use alloc::vec::Vec;

use sha3::Shake128;
use sha3::digest::{ExtendableOutput, Update};

use super::{Ops, PRIMITIVE, RATE, kat, selftest};
use crate::choose::{Contract, State};
use crate::prim::family::xof::STANDARD;
use crate::prim::keccak;
use crate::prim::testing::{each_message, outcome};

fn independent(_: u8, out: &mut [u8], message: &[u8]) {
    Shake128::default().chain(message).finalize_xof_into(out);
}

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
            candidate.hash(STANDARD, &mut found[..len], parts);
            independent(STANDARD, &mut expected[..len], message);
            assert_eq!(found, expected, "{} {}", candidate.meta().name, message.len());
        });
    }
}

#[test]
fn output_comes_in_pieces_of_any_length() {
    let mut expected = [0; 5 * RATE];
    independent(STANDARD, &mut expected, b"message");
    for candidate in PRIMITIVE.runnable() {
        for piece in [1, 7, 8, RATE - 1, RATE, RATE + 1, 300] {
            let mut hasher = candidate.hasher(STANDARD);
            hasher.update(b"message");
            let (mut reader, mut found) = (hasher.finish(), [0; 5 * RATE]);
            found.chunks_mut(piece).for_each(|piece| reader.read(piece));
            assert_eq!(found, expected, "{} {piece}", candidate.meta().name);
        }
    }
}

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let (mut outputs, mut digest) = (Vec::new(), [0; 32]);
    let message: Vec<u8> = (0..600).map(|i| i as u8).collect();
    for &(message_len, len) in kat::ANSWERS.lengths {
        let mut output = vec![0; len];
        independent(kat::ANSWERS.domain, &mut output, &message[..message_len]);
        outputs.extend(output);
    }
    independent(kat::ANSWERS.domain, &mut digest, &outputs);
    assert_eq!(digest, kat::ANSWERS.digest_of_outputs);
}

/// What a candidate that hashes rightly in one call and permutes wrongly in pieces is worth.
#[test]
fn a_wrong_permutation_fails_the_selftest() {
    let hash = super::portable::CANDIDATE.ops.hash;
    let keccak::Ops { permute_24, permute_12 } = keccak::portable::CANDIDATE.ops;
    assert_eq!(outcome(selftest, Ops { hash, permute: permute_24 }), State::Proven);
    assert_eq!(outcome(selftest, Ops { hash, permute: permute_12 }), State::Failed);
    assert_eq!(outcome(selftest, Ops { hash: |_, _, _| {}, permute: permute_24 }), State::Failed);
}
