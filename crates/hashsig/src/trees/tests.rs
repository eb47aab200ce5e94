//! Trees and stacks of trees.

mod builder;
mod damage;
mod depth;
mod signer;

use super::Tree;
use crate::testing::seed;

/// Returns a tree that stores its nodes down to this depth.
fn tree(height: u32, depth: u32) -> Tree {
    let level = seed(height).nodes(depth, 0..1 << depth).unwrap();
    Tree::from_level(seed(height), depth, level).unwrap()
}
