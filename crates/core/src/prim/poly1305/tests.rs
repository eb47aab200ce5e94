use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit as _;

use super::{Ops, kat, portable, selftest};
use crate::choose::State;
use crate::prim::testing::outcome;

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let messages = [selftest::message(), [0xff; 1024]];
    let mut sum = selftest::Checksum::new();
    for len in kat::STRIDES {
        let tag = |key: [u8; 32], message: &[u8; 1024]| {
            Poly1305::new(&key.into()).compute_unpadded(&message[..len])
        };
        let tags = messages.iter().flat_map(|m| [tag(kat::RFC_KEY, m), tag(kat::ONES, m)]);
        sum.add(&tags.flatten().collect::<Vec<u8>>());
    }
    assert_eq!(sum.value(), kat::STRIDES_SUM);
}

/// A kernel that leaves out the final subtraction of the prime, shown for r = 1, where the accumulator
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
        // 2^130 is 5; what stays between the prime and 2^130 is not reduced.
        low.wrapping_add(5 * (high >> 2)).to_le_bytes()
    }
    assert_eq!(outcome(super::selftest, Ops { tag: portable::tag }), State::Proven);
    assert_eq!(outcome(super::selftest, Ops { tag }), State::Failed);
}
