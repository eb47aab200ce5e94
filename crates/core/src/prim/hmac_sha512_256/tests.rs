use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;

use super::{KEY_LEN, PRIMITIVE, TAG_LEN};
use crate::choose::{Contract, State, painted};
use crate::error::{Error, Result};
use crate::prim::testing::each_message;

fn independent(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    let mut mac = <Hmac<Sha512> as KeyInit>::new(&{
        let mut block = [0; 128];
        block[..KEY_LEN].copy_from_slice(key);
        block.into()
    });
    mac.update(message);
    let long = mac.finalize().into_bytes();
    core::array::from_fn(|i| long[i])
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
    let key = painted(10);
    for candidate in PRIMITIVE.runnable() {
        each_message(|parts, message| {
            let name = candidate.meta().name;
            assert_eq!(candidate.tag(&key, parts), independent(&key, message), "{name} {parts:?}");
        });
    }
}

#[test]
fn a_tag_verifies_until_a_bit_of_it_flips() -> Result<()> {
    let (key, message) = (painted(11), b"message");
    let mut tag = super::tag(&key, &[message])?;
    super::verify(&tag, &key, &[b"mess", b"age"])?;
    for bit in 0..8 * TAG_LEN {
        tag[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(super::verify(&tag, &key, &[message]), Err(Error::Verification), "bit {bit}");
        tag[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(super::verify(&tag, &key, &[message, b"s"]), Err(Error::Verification));
    Ok(())
}
