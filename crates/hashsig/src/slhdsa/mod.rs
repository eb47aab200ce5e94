//! SLH-DSA (FIPS 205): signatures without state, for where no counter can be kept.
//!
//! A key signs any number of messages with nothing to remember, at the price of signatures of 8 to
//! 50 KB that take some 10 milliseconds to seconds to make. The arithmetic is the crate `fips205`'s;
//! here are types for it that do not depend on the parameter set, the randomness, and the errors.
//! Only pure signatures are made, of messages and not of digests.

mod drawn;
mod keys;
mod sets;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

pub use keys::{CONTEXT_MAX, PublicKey, SigningKey};
pub use sets::ParameterSet;
