use salsa20::Salsa12;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

use super::{Ops, Source, kat};
use crate::choose::State;
use crate::prim::family::stream::LATE;
use crate::prim::selftest;
use crate::prim::testing::outcome;
use crate::prim::xsalsa20::portable;

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let answers = &kat::ANSWERS;
    let keystream = |block: u64, len: usize| {
        let mut keystream = vec![0; len];
        let mut peer = Salsa12::new(answers.key.into(), answers.nonce.into());
        peer.seek(block * 64);
        peer.apply_keystream(&mut keystream);
        keystream
    };
    assert_eq!(keystream(0, answers.ciphertext.len()), answers.ciphertext);
    assert_eq!(selftest::checksum(&keystream(0, selftest::STREAM)), answers.keystream);
    assert_eq!(selftest::checksum(&keystream(answers.late.0, LATE)), answers.late.1);
}

#[test]
fn another_number_of_rounds_fails_the_selftest() {
    let outcome =
        |xor: fn(&mut [u32; 16], &mut [u8], Source<'_>)| outcome(super::selftest, Ops { xor });
    assert_eq!(outcome(portable::salsa::<12>), State::Proven);
    assert_eq!(outcome(portable::salsa::<10>), State::Failed);
    assert_eq!(outcome(portable::salsa20), State::Failed);
}
