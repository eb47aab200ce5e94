//! czd1: CoinZdense's construction repaired. **Experimental**: the design is this project's own,
//! nobody has reviewed it, and no other implementation exists. Prefer [`crate::lms`].
//!
//! `docs/czd1.md` is the specification. What it keeps of [`crate::czd0`]: BLAKE2b, pairs of chains in place
//! of a checksum, free choice of sizes, levels of trees. What it repairs: one-time keys have secrets
//! of their own, every call of the hash function is told apart from every other, a public key
//! commits to all sizes, a signature is verified against a key that the caller trusts.
//!
//! The shape is that of [`crate::lms::hss`]: a [`SecretKey`] leads to the [`TreeSeed`] of each
//! tree, a [`Signer`] signs with a [`crate::ReservedIndex`].

mod address;
mod levels;
mod ots;
mod params;
mod place;
mod public;
mod scheme;
mod starts;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use crate::trees;

pub use crate::trees::{LEVELS_MAX, SEED_LEN, TreeId};
pub use levels::Levels;
pub use params::Params;
pub use public::PublicKey;
pub use scheme::Czd1;
pub use starts::LeafStarts;

/// The secret of a key.
pub type SecretKey = trees::SecretKey<Czd1>;
/// The secret of one tree.
pub type TreeSeed = trees::TreeSeed<Czd1>;
/// A tree with what it needs to sign.
pub type Tree = trees::Tree<Czd1>;
/// The trees of all levels above the indices of one lowest tree.
pub type Stack = trees::Stack<Czd1>;
/// A key with the trees that sign now and trees that will sign later.
pub type Signer = trees::Signer<Czd1>;
