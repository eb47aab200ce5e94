use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;

use super::{KEY_LEN, Ops, PRIMITIVE, TAG_LEN, kat};
use crate::choose::{Contract, State, sample_array, sample_bytes};
use crate::error::{Error, Result};
use crate::prim::family::mac;
use crate::prim::sha512::portable;
use crate::prim::testing::{each_message, outcome};

fn independent(key: &[u8], message: &[u8]) -> [u8; TAG_LEN] {
    let Ok(mut mac) = <Hmac<Sha512> as KeyInit>::new_from_slice(key) else { return [0; TAG_LEN] };
    mac.update(message);
    mac.finalize().into_bytes().into()
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
    let key = sample_array::<KEY_LEN>(10);
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
fn keys_of_every_length_agree_with_rustcrypto() -> Result<()> {
    for len in 0..=3 * KEY_LEN {
        let key = sample_bytes(len, 12);
        let expected = independent(&key, b"message");
        assert_eq!(super::tag(&key, b"message")?, expected, "{len}");
        super::verify(&key, &expected, b"message")?;
        let mut mac = super::init(&key)?;
        mac.update(b"message");
        assert_eq!(mac.finish(), expected, "{len}");
    }
    Ok(())
}

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let tag = |key: &[u8; KEY_LEN], message: &[u8]| Some(independent(key, message));
    assert_eq!(mac::checksum(&kat::ANSWERS, tag), Some(kat::ANSWERS.tags));
}

/// Kernels whose tags are right, but not those of messages that come piece by piece.
#[test]
fn a_kernel_that_is_wrong_in_pieces_fails_the_selftest() {
    let tag = super::portable::CANDIDATE.ops.tag;
    let outcome = |absorb| outcome(super::selftest, Ops { tag, absorb });
    let right = portable::CANDIDATE.ops.absorb;
    assert_eq!(outcome(right), State::Proven);
    assert_eq!(outcome(None), State::Proven);
    assert_eq!(outcome(Some(|_, _| {})), State::Failed);
    assert_eq!(outcome(Some(|state, _| state[0] ^= 1)), State::Failed);
}

#[test]
fn a_tag_verifies_until_a_bit_of_it_flips() -> Result<()> {
    let (key, message) = (sample_array::<32>(11), b"message");
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
