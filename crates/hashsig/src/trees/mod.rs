//! Stacks of hash trees, whatever one-time keys are their leaves.
//!
//! A key is a stack of levels of trees. A tree of the top level signs for the trees below it, those
//! for the ones below them; trees of the lowest level sign messages. All of it follows from one
//! secret: [`SecretKey`] leads to the [`TreeSeed`] of each tree, from which any number of workers
//! computes nodes, together in a [`SharedGrowth`]; a [`Tree`] keeps them and signs; a [`Signer`] holds the trees that sign now,
//! and a [`Stack`] of them signs with a [`crate::ReservedIndex`].
//!
//! What the leaves are, how nodes are hashed and what all of it looks like in bytes is said by a
//! [`Scheme`]: [`crate::lms::hss::Hss`].

mod bottom;
mod growth;
mod levels;
mod partial;
mod scheme;
mod secret;
mod seed;
mod signer;
mod stack;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod tree;

pub use growth::SharedGrowth;
pub use levels::{LEVELS_MAX, Levels, TreeId};
pub use scheme::{Scheme, Sizes, VerifyingKey, Wanted};
pub use secret::{SEED_LEN, SecretKey};
pub use seed::TreeSeed;
pub use signer::Signer;
pub(crate) use signer::{AHEAD_MAX, Endorsed};
pub use stack::Stack;
pub(crate) use stack::check_ordinary;
pub use tree::Tree;

/// The most one-time keys at work at once: chains enough to fill the lanes of any kernel, in memory
/// that stays in the cache next to the processor.
pub(crate) const BATCH: usize = 16;
