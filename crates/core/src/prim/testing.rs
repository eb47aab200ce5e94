//! Inputs on which every candidate of a hash is compared with an independent crate.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::choose::{
    Candidate, Contract as _, Definition, Features, Meta, Primitive, Runnable, State, bench_of,
    sample_bytes,
};

/// What a self-test says of a candidate that is made up.
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

/// Every length up to 1100 and those around 16 KiB.
pub(crate) fn lengths() -> impl Iterator<Item = usize> {
    (0..=1100).chain(16_384 - 3..=16_384 + 3)
}

/// Runs `check` on sample messages of all [`lengths`], each at an alignment of its own, whole and
/// in parts split at odd places with empty ones between.
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
