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

mod bench;
mod candidate;
mod contract;
mod cpu;
mod definition;
#[cfg(feature = "std")]
mod environment;
#[cfg(not(lean))]
mod explain;
#[cfg(lean)]
mod lean;
mod operation;
#[cfg(not(lean))]
mod policy;
#[cfg(not(lean))]
mod primitive;
#[cfg(test)]
mod random;
#[cfg(not(lean))]
pub mod record;
#[cfg(not(lean))]
mod resolve;
mod sealed;
#[cfg(not(lean))]
mod selection;
#[cfg(any(lean, test))]
mod slot;
#[cfg(test)]
mod tests;

pub use bench::{Bench, bench_of, sample_array, sample_bytes};
pub use candidate::{Candidate, Meta, Runnable, Timing};
pub use contract::{Contract, RankRow, State};
pub use cpu::{Features, detected, identity};
pub use definition::{Definition, Target};
#[cfg(feature = "std")]
pub use environment::from_env;
#[cfg(not(lean))]
pub use explain::{CandidateReport, ClassReport, OperationReport, explain};
#[cfg(lean)]
pub use lean::Primitive;
pub use operation::{Axis, CLASSES, Operation, Reason};
#[cfg(not(lean))]
pub use policy::{Policy, find, force, force_list, forget, policy, set_policy};
#[cfg(not(lean))]
pub use primitive::Primitive;
#[cfg(test)]
pub(crate) use random::Random;
