//! Helpers shared by the tests of several primitives: artificial candidates, messages, and the
//! tests against an independent implementation that all primitives of a kind have in common.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::choose::{
    Candidate, Contract as _, Definition, Features, Meta, Primitive, Runnable, State, bench_of,
    sample_bytes,
};
use crate::prim::PRIMITIVES;

/// Returns the outcome of a self-test for an artificial candidate.
pub(crate) fn outcome<O: Sync + 'static>(selftest: fn(Runnable<O>) -> bool, ops: O) -> State {
    let meta = Meta::own("portable", Features::NONE, "made up");
    let candidates = Vec::from([Candidate { meta, ops }]).leak();
    let primitive = Primitive::new(Definition {
        name: "made up",
        candidates,
        operations: &[],
        offers: |_, _| true,
        selftest,
        bench: |_, _, _| bench_of(1, |_| Ok(())),
        rank: &[],
    });
    Box::leak(Box::new(primitive)).prove(0)
}

/// Every length up to 1100, and lengths around 16 KiB.
pub(crate) fn lengths() -> impl Iterator<Item = usize> {
    (0..=1100).chain(16_384 - 3..=16_384 + 3)
}

/// Runs `check` on sample messages of all [`lengths`], each with a different alignment: in one
/// part, and split at odd positions with empty parts in between.
pub(crate) fn each_message(check: impl Fn(&[&[u8]], &[u8])) {
    let bytes = sample_bytes(16_500, 6);
    for len in lengths() {
        let message = &bytes[len % 33..][..len];
        check(&[message], message);
        let pieces: Vec<&[u8]> = message.chunks(1 + len / 3).collect();
        check(&[&[], &pieces[..], &[]].concat(), message);
        let (head, tail) = message.split_at(len.min(1 + len * 7 / 11));
        check(&[&[], head, &[], tail, &[]], message);
    }
}

#[test]
fn every_candidate_of_every_primitive_passes_its_selftest() {
    for primitive in PRIMITIVES {
        for index in 0..primitive.len() {
            let (name, state) = (primitive.name(), primitive.prove(index));
            let passes = matches!(state, State::Proven | State::Lacks(_));
            assert!(passes, "{name} {state:?} {:?}", primitive.meta(index));
        }
    }
}

/// Defines the tests of a hash function: every candidate agrees with the RustCrypto implementation.
macro_rules! hash_tests {
    ($krate:ident::$hash:ident) => {
        #[test]
        fn every_candidate_agrees_with_rustcrypto() {
            for candidate in super::PRIMITIVE.runnable() {
                $crate::prim::testing::each_message(|parts, message| {
                    let (name, found) = (candidate.meta().name, candidate.hash(parts));
                    let expected = <::$krate::$hash as ::$krate::Digest>::digest(message);
                    assert_eq!(found[..], expected[..], "{name} {parts:?}");
                });
            }
        }
    };
}

pub(crate) use hash_tests;
