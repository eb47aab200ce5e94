//! Inputs for test cases: a named candidate, and sample secrets.

use quicksalt::choose::{Primitive, Runnable, sample_array, sample_bytes};

use crate::memcheck::hide;

/// Returns the candidate with that name, which the caller knows to be runnable.
#[allow(clippy::expect_used, reason = "a case that runs nothing must not pass")]
pub(crate) fn candidate<O: Sync>(primitive: &'static Primitive<O>, name: &str) -> Runnable<O> {
    primitive.named(name).expect("a candidate that can run")
}

/// Returns secret bytes.
pub(crate) fn secret<const N: usize>(seed: u64) -> [u8; N] {
    let mut bytes = sample_array(seed);
    hide(&mut bytes);
    bytes
}

/// Returns a secret message.
pub(crate) fn message(len: usize) -> Vec<u8> {
    let mut bytes = sample_bytes(len, 7);
    hide(&mut bytes);
    bytes
}
