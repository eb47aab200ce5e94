//! Functions that return a constant; `build.rs` generates them from the tables. Only the largest
//! WebAssembly module contains them: a host knows the constants of the headers.

#![allow(
    clippy::absurd_extreme_comparisons,
    clippy::unnecessary_cast,
    dead_code,
    unused_parens,
    reason = "C expressions; some constants occur only in other expressions"
)]

include!(concat!(env!("OUT_DIR"), "/constants.rs"));

/// C names that the expressions use.
const SIZE_MAX: u64 = usize::MAX as u64;
const SODIUM_SIZE_MAX: u64 = SIZE_MAX;

const fn SODIUM_MIN(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}
