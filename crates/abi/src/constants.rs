//! The functions that return a constant, which `build.rs` makes of the tables. Of the modules for WebAssembly the
//! largest has them: a host knows the constants of the headers.

#![allow(
    clippy::absurd_extreme_comparisons,
    clippy::unnecessary_cast,
    dead_code,
    unused_parens,
    reason = "expressions of C; some constants occur in other expressions only"
)]

include!(concat!(env!("OUT_DIR"), "/constants.rs"));

/// The names of C that the expressions use.
const SIZE_MAX: u64 = usize::MAX as u64;
const SODIUM_SIZE_MAX: u64 = SIZE_MAX;

const fn SODIUM_MIN(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}
