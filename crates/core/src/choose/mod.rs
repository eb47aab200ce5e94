//! How a candidate is proven, run, chosen and remembered. Nothing here knows a primitive by name.
//!
//! A choice is made for each operation and size class: a forced name, else the record measured on
//! this machine, else the static rank, else the order of the table; always among the candidates
//! that the processor can run, the policy permits and the self-test has passed.

mod candidate;
mod cpu;
mod explain;
mod operation;
mod policy;
mod primitive;
mod race;
pub mod record;
mod sealed;
mod settle;
mod standing;
#[cfg(test)]
mod tests;

pub use candidate::{Assurance, Candidate, Meta, Runnable};
pub use cpu::{Features, detected, identity};
pub use explain::{CandidateReport, ClassReport, OperationReport, explain};
pub use operation::{Axis, CLASSES, Operation, Reason};
pub use policy::find;
#[cfg(feature = "std")]
pub use policy::from_env;
pub use policy::{Policy, force, force_list, policy, set_policy};
pub use primitive::{Contract, Definition, Primitive, RankRow, State};
pub use race::{Bench, Via, over, paint, painted};
