use siphasher::{sip, sip128};

use super::{
    KEY_LEN, LONG_TAG_LEN, Mac, Ops, PRIMITIVE, TAG_LEN, checksum, kat, portable, selftest,
};
use crate::choose::{State, sample_array};
use crate::error::{Error, Result};
use crate::prim::testing;

fn peer(key: &[u8; KEY_LEN], message: &[u8]) -> ([u8; TAG_LEN], [u8; LONG_TAG_LEN]) {
    let tag = sip::SipHasher24::new_with_key(key).hash(message).to_le_bytes();
    (tag, sip128::SipHasher24::new_with_key(key).hash(message).as_bytes())
}

#[test]
fn every_candidate_agrees_with_siphasher() {
    let key = sample_array(10);
    for candidate in PRIMITIVE.runnable() {
        testing::each_message(|parts, message| {
            let (tag, long) = peer(&key, message);
            assert_eq!(candidate.tag(&key, message), tag, "{}", message.len());
            assert_eq!(candidate.long_tag(&key, message), long, "{}", message.len());
            let (mut mac, mut long_mac) =
                (Mac::<TAG_LEN>::new(&key), Mac::<LONG_TAG_LEN>::new(&key));
            for part in parts {
                mac.update(part);
                long_mac = long_mac.clone();
                long_mac.update(part);
            }
            assert_eq!((mac.finish(), long_mac.finish()), (tag, long), "{parts:?}");
        });
    }
}

#[test]
fn known_answers_agree_with_siphasher() {
    assert_eq!(checksum(peer), kat::TAGS, "{:#x}", checksum(peer));
}

#[test]
fn a_kernel_with_a_wrong_long_tag_fails_the_selftest() {
    let Ops { tag_64, tag_128 } = portable::CANDIDATE.ops;
    let outcome = |ops| testing::outcome(selftest, ops);
    assert_eq!(outcome(Ops { tag_64, tag_128 }), State::Proven);
    assert_eq!(outcome(Ops { tag_64, tag_128: |_, _| [0; LONG_TAG_LEN] }), State::Failed);
    assert_eq!(outcome(Ops { tag_64: |_, _| [0; TAG_LEN], tag_128 }), State::Failed);
}

/// Defines a test for tags of one length.
macro_rules! flips {
    ($test:ident, $tag:ident, $verify:ident, $len:expr) => {
        #[test]
        fn $test() -> Result<()> {
            let (key, message) = (&sample_array(11), b"message");
            let mut tag = super::$tag(key, message)?;
            super::$verify(key, &tag, message)?;
            for bit in 0..8 * $len {
                tag[bit / 8] ^= 1 << (bit % 8);
                let refused = Err(Error::Verification);
                assert_eq!(super::$verify(key, &tag, message), refused, "bit {bit}");
                let mut mac = Mac::new(key);
                mac.update(message);
                assert_eq!(mac.verify(&tag), refused, "bit {bit}");
                tag[bit / 8] ^= 1 << (bit % 8);
            }
            assert_eq!(super::$verify(key, &tag, b"messages"), Err(Error::Verification));
            Ok(())
        }
    };
}

flips!(a_tag_verifies_until_a_bit_of_it_flips, tag, verify, TAG_LEN);
flips!(a_long_tag_verifies_until_a_bit_of_it_flips, long_tag, long_verify, LONG_TAG_LEN);
