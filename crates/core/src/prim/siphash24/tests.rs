use siphasher::sip::SipHasher24;

use super::{KEY_LEN, Ops, PRIMITIVE, TAG_LEN, kat};
use crate::choose::{Contract, State, sample_array};
use crate::error::{Error, Result};
use crate::prim::family::mac;
use crate::prim::testing::{each_message, outcome};

fn independent(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    SipHasher24::new_with_key(key).hash(message).to_le_bytes()
}

#[test]
fn every_candidate_passes_its_selftest() {
    for index in 0..PRIMITIVE.len() {
        let state = PRIMITIVE.prove(index);
        assert!(matches!(state, State::Proven | State::Lacks(_)), "{:?}", PRIMITIVE.meta(index));
    }
}

#[test]
fn every_candidate_agrees_with_siphasher() {
    let key = sample_array(10);
    for candidate in PRIMITIVE.runnable() {
        each_message(|parts, message| {
            let (name, expected) = (candidate.meta().name, independent(&key, message));
            assert_eq!(candidate.tag(&key, message), expected, "{name} {}", message.len());
            if let Some(mut mac) = candidate.init(&key) {
                parts.iter().for_each(|part| mac.update(part));
                assert_eq!(mac.finish(), expected, "{name} {parts:?}");
            }
        });
    }
}

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let tag = |key: &[u8; KEY_LEN], message: &[u8]| Some(independent(key, message));
    assert_eq!(mac::checksum(&kat::ANSWERS, tag), Some(kat::ANSWERS.tags));
}

/// A kernel whose tags are right, but not those of messages that come piece by piece.
#[test]
fn a_kernel_that_is_wrong_in_pieces_fails_the_selftest() {
    let tag = super::portable::CANDIDATE.ops.tag;
    let outcome = |absorb| outcome(super::selftest, Ops { tag, absorb });
    assert_eq!(outcome(super::portable::CANDIDATE.ops.absorb), State::Proven);
    assert_eq!(outcome(None), State::Proven);
    assert_eq!(outcome(Some(|_, _| {})), State::Failed);
    assert_eq!(outcome(Some(|state, _| state[0] ^= 1)), State::Failed);
}

#[test]
fn a_tag_verifies_until_a_bit_of_it_flips() -> Result<()> {
    let (key, message) = (sample_array(11), b"message");
    let mut tag = super::tag(&key, message)?;
    super::verify(&key, &tag, message)?;
    for bit in 0..8 * TAG_LEN {
        tag[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(super::verify(&key, &tag, message), Err(Error::Verification), "bit {bit}");
        tag[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(super::verify(&key, &tag, b"messages"), Err(Error::Verification));
    Ok(())
}
