use ::sha1::{Digest, Sha1};

use super::PRIMITIVE;
use crate::choose::{Contract, State};
use crate::prim::testing::each_message;

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
            let name = candidate.meta().name;
            assert_eq!(candidate.hash(parts)[..], Sha1::digest(message)[..], "{name} {parts:?}");
        });
    }
}
