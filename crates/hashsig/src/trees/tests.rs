//! Trees and stacks of them, of each scheme.

mod damage;
mod grow;
mod shared;
mod signer;

use super::{Tree, TreeId, TreeSeed};
use crate::testing::{Sample, secret};

/// The secret of a tree of this height, 5 or 10.
fn seed<S: Sample>(height: u32) -> TreeSeed<S> {
    secret(&[height]).tree(TreeId::TOP).unwrap()
}

/// The tree that keeps its nodes down to this depth.
fn tree<S: Sample>(height: u32, depth: u32) -> Tree<S> {
    let level = seed::<S>(height).nodes(depth, 0..1 << depth).unwrap();
    Tree::from_level(seed(height), depth, level).unwrap()
}
