//! A build with several candidates of each primitive: how they are proven, chosen, forced and remembered.

mod contract;
#[cfg(feature = "std")]
mod environment;
mod explain;
mod force;
mod json;
mod policy;
mod primitive;
pub mod record;
mod resolve;
mod selection;

pub use contract::Contract;
#[cfg(feature = "std")]
pub use environment::from_env;
pub use explain::{CandidateReport, ClassReport, OperationReport, explain};
pub use force::{find, force, force_list, forget, policy, set_policy};
pub use json::json;
pub use policy::Policy;
pub use primitive::Primitive;
