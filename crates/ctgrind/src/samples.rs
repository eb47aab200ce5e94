//! What cases are run on: a candidate by name, and secrets for it.

use quicksalt::choose::{Primitive, Runnable, sample_array, sample_bytes};

use crate::memcheck::hide;

/// The candidate of that name; the caller has made sure that it can run.
#[allow(clippy::expect_used, reason = "a case that runs nothing must not pass")]
pub(crate) fn candidate<O: Sync>(primitive: &'static Primitive<O>, name: &str) -> Runnable<O> {
    primitive.named(name).expect("a candidate that can run")
}

/// Bytes that nobody may look at.
pub(crate) fn secret<const N: usize>(seed: u64) -> [u8; N] {
    let mut bytes = sample_array(seed);
    hide(&mut bytes);
    bytes
}

/// A message that nobody may look at.
pub(crate) fn message(len: usize) -> Vec<u8> {
    let mut bytes = sample_bytes(len, 7);
    hide(&mut bytes);
    bytes
}
