//! How a candidate is proven, run, chosen and remembered. Nothing here knows a primitive by name.
//!
//! A choice is made for each operation and size class: a forced name, else the record measured on
//! this machine, else the static rank, else the order of the table; always among the candidates
//! that the processor can run, the policy permits and the self-test has passed. Where there is none,
//! the call is an error: neither a policy nor a self-test is ever passed over.
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
