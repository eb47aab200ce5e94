use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit as _;

use super::{Ops, answers, kat, portable};
use alloc::vec::Vec;

use crate::choose::{Random, Runnable, State};
use crate::prim::family::testing::LONGEST;
use crate::prim::selftest;
use crate::prim::testing::outcome;

#[test]
fn known_answers_agree_with_an_independent_crate() {
    let tag = |key: &[u8; 32], message: &[u8]| {
        Some(Poly1305::new(key.into()).compute_unpadded(message).into())
    };
    assert_eq!(answers::checksum(&kat::ANSWERS, tag), Some(kat::ANSWERS.tags));
    for known in kat::ANSWERS.examples {
        assert_eq!(tag(known.key, known.message.bytes(&selftest::message())), Some(known.tag));
    }
}

/// A kernel without the final subtraction of the prime, simulated for r = 1, where the accumulator
/// is the sum of the blocks.
#[test]
fn a_kernel_without_the_final_subtraction_fails_the_selftest() {
    fn tag(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
        if *key != kat::ONE || !message.len().is_multiple_of(16) {
            return portable::tag(key, message);
        }
        let (mut low, mut high) = (0_u128, 0);
        for block in message.as_chunks().0 {
            let (sum, carry) = low.overflowing_add(u128::from_le_bytes(*block));
            (low, high) = (sum, high + 1 + u128::from(carry));
        }
        // 2^130 is 5; a sum from the prime up to 2^130 stays unreduced.
        low.wrapping_add(5 * (high >> 2)).to_le_bytes()
    }
    let absorb = portable::State::portably;
    let right = Ops { tag: portable::tag, absorb };
    assert_eq!(outcome(super::selftest, right), State::Proven);
    assert_eq!(outcome(super::selftest, Ops { tag, absorb }), State::Failed);
}

/// Kernels with correct one-shot tags and wrong incremental tags.
#[test]
fn a_kernel_with_wrong_incremental_tags_fails_the_selftest() {
    let outcome = |absorb| outcome(super::selftest, Ops { tag: portable::tag, absorb });
    assert_eq!(outcome(portable::State::portably), State::Proven);
    assert_eq!(outcome(|_, _| {}), State::Failed);
    let at_most_two = |state: &mut portable::State, blocks: &[[u8; 16]]| {
        portable::State::portably(state, &blocks[..blocks.len().min(2)]);
    };
    assert_eq!(outcome(at_most_two), State::Failed);
    let forgets = |state: &mut portable::State, blocks: &[[u8; 16]]| {
        if blocks.len() > 20 {
            state.h = [0; 3];
        }
        portable::State::portably(state, blocks);
    };
    assert_eq!(outcome(forgets), State::Failed);
}

/// Returns a candidate's tag of a random message, computed in one call or in pieces.
pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let key = random.array();
    let len = random.length(LONGEST);
    let message = random.bytes(len);
    if operation == "tag" {
        return candidate.tag(&key, &message).to_vec();
    }
    let mut mac = candidate.init(&key);
    random.pieces(&message).into_iter().for_each(|piece| mac.update(piece));
    mac.finish().to_vec()
}
