//! XMSS and XMSS^MT (RFC 8391) with the parameter sets of SP 800-208: verification.
//!
//! Keys and signatures are made by others; new keys here are those of [`crate::lms`].

mod address;
mod params;
mod public;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod tree;
mod tweak;
pub(crate) mod wots;

pub use params::{Params, Variant};
pub use public::PublicKey;
