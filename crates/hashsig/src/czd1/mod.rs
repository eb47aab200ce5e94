//! czd1: CoinZdense's construction repaired. **Experimental**: the design is this project's own,
//! nobody has reviewed it, and no other implementation exists. Prefer [`crate::lms`].
//!
//! `docs/czd1.md` is the specification. What it keeps of [`crate::czd0`]: BLAKE2b, pairs of chains in place
//! of a checksum, free choice of sizes, levels of trees. What it repairs: one-time keys have secrets
//! of their own, every call of the hash function is told apart from every other, a public key
//! commits to all sizes, a signature is verified against a key that the caller trusts.
//!
//! The shape is that of [`crate::lms::hss`]: a [`SecretKey`] leads to the [`TreeSeed`] of each
//! tree, [`Growth`] computes a [`Tree`] in pieces, a [`Signer`] signs with a
//! [`crate::ReservedIndex`].

mod address;
mod grow;
mod levels;
mod ots;
mod params;
mod place;
mod public;
mod secret;
mod seed;
mod signer;
mod stack;
mod starts;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod tree;

pub use grow::Growth;
pub use levels::{LEVELS_MAX, Levels, TreeId};
pub use params::Params;
pub use public::PublicKey;
pub use secret::{SEED_LEN, SecretKey};
pub use seed::TreeSeed;
pub use signer::Signer;
pub use stack::Stack;
pub use starts::LeafStarts;
pub use tree::Tree;
