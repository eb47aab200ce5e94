//! Proves, selects and records candidates. The module does not depend on any primitive.
//!
//! A choice is made for each operation and size class, from the first of these sources that yields
//! a usable candidate: a forced name, the record measured on this machine, the static rank, the
//! order of the table. Only candidates that the processor supports, the policy permits and the
//! self-test has passed are usable. Without a usable candidate the call fails: policy and self-test
//! are never bypassed.
//!
//! ```
//! use quicksalt::choose::{explain, force};
//! use quicksalt::hazmat::PRIMITIVES;
//!
//! force(PRIMITIVES, "sha256", "portable")?;
//! let reports = explain(PRIMITIVES);
//! let sha256 = reports.iter().find(|report| report.operation == "sha256.hash");
//! assert!(sha256.is_some_and(|report| report.candidates.len() >= 2));
//! force(PRIMITIVES, "sha256", "auto")?;
//! # Ok::<(), quicksalt::Error>(())
//! ```
// May import: `error`, `process`.

mod bench;
mod candidate;
mod cpu;
mod definition;
#[cfg_attr(lean, path = "single.rs")]
mod many;
mod operation;
#[cfg(test)]
mod random;
mod sealed;
mod state;
#[cfg(test)]
mod tests;

pub use bench::{Bench, bench_of, sample_array, sample_bytes};
pub use candidate::{Candidate, Meta, Runnable, Timing};
pub use cpu::{Features, detected, identity};
pub use definition::{Definition, Target};
pub use many::*;
pub use operation::{Axis, CLASSES, Operation, Reason};
#[cfg(test)]
pub(crate) use random::Random;
pub use state::{RankRow, State};
