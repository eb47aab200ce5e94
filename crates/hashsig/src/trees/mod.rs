//! LMS trees and the stacks of them that are HSS keys.
//!
//! A key is a stack of levels of trees. A tree of the top level signs for the trees below it, those
//! for the ones below them; trees of the lowest level sign messages. All of it follows from one
//! secret: [`SecretKey`] leads to the [`TreeSeed`] of each tree, from which any number of workers
//! computes nodes, together in a [`TreeBuilder`]; a [`Tree`] keeps them and signs; a [`Signer`]
//! holds the trees that sign now, and a [`Stack`] of them signs with a [`crate::ReservedIndex`].
//!
//! ```
//! use quicksalt_hashsig::lms::{Family, Height, Params, Width};
//! use quicksalt_hashsig::trees::{Levels, SecretKey, Tree, TreeId};
//!
//! let params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W8 };
//! let levels = Levels::new(&[params, params])?;
//! assert_eq!(levels.capacity(), 32 * 32);
//! let secret = SecretKey::from_seed(levels, &[7; 32])?;
//! let top = Tree::generate(secret.tree(TreeId::TOP)?)?;
//! assert_eq!(top.root().len(), 24);
//! # Ok::<(), quicksalt_hashsig::Error>(())
//! ```
// May import: `hash`, `lms`, `error`, `message`, `reader`, `reserved`.

mod builder;
mod leaf_cache;
mod leaves;
mod levels;
mod partial;
mod secret;
mod seed;
mod signer;
mod stack;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;
mod tree;

pub use builder::TreeBuilder;
pub use levels::{Levels, TreeId};
pub use secret::{SEED_LEN, SecretKey};
pub use seed::TreeSeed;
pub use signer::Signer;
pub(crate) use signer::{AHEAD_MAX, SignedSubtree};
pub use stack::Stack;
pub(crate) use stack::{check_ordinary, check_ordinary_pieces};
pub use tree::Tree;

/// The most one-time keys at work at once: chains enough to fill the lanes of any kernel, in memory
/// that stays in the cache next to the processor.
pub(crate) const BATCH: usize = 16;
