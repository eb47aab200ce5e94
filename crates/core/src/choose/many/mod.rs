//! Proves, chooses, forces and records candidates in a build with several candidates per primitive.

mod contract;
#[cfg(feature = "std")]
mod environment;
mod explain;
mod force;
mod json;
#[cfg(feature = "std")]
mod offer;
mod policy;
mod primitive;
pub mod record;
mod resolve;
mod selection;
#[cfg_attr(not(feature = "std"), path = "alone.rs")]
mod shared;

pub use contract::Contract;
#[cfg(feature = "std")]
pub use environment::from_env;
pub use explain::{CandidateReport, ClassReport, OperationReport, explain};
pub use force::{find, force, force_list, forget, policy, set_policy};
pub use json::json;
#[cfg(feature = "std")]
pub use offer::offer;
pub use policy::Policy;
pub use primitive::Primitive;
#[cfg(feature = "std")]
pub use shared::{Chooser, follow};
