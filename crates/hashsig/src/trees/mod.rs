//! LMS trees, and stacks of them that form HSS keys.
//!
//! The trees of a key form levels. A tree signs the public keys of the trees on the next lower
//! level; trees of the lowest level sign messages. All trees are derived from one secret:
//! [`SecretKey`] yields the [`TreeSeed`] of each tree. Any number of workers compute the nodes of a
//! tree from its seed, coordinated by a [`TreeBuilder`]. A [`Tree`] stores the nodes and signs. A
//! [`Signer`] holds the current trees, and a [`Stack`] of them signs with a
//! [`crate::ReservedIndex`].
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

/// The maximum number of one-time keys that are computed together. Their chains fill the lanes of
/// any kernel, and their values fit into the processor's first-level cache.
pub(crate) const BATCH: usize = 16;
