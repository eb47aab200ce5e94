//! Trees and stacks of them, of each scheme.

mod builder;
mod damage;
mod depth;
mod signer;

use super::{Tree, TreeId, TreeSeed};
use crate::testing::secret;

/// The secret of a tree of this height, 5 or 10.
fn seed(height: u32) -> TreeSeed {
    secret(&[height]).tree(TreeId::TOP).unwrap()
}

/// The tree that keeps its nodes down to this depth.
fn tree(height: u32, depth: u32) -> Tree {
    let level = seed(height).nodes(depth, 0..1 << depth).unwrap();
    Tree::from_level(seed(height), depth, level).unwrap()
}
