//! Roots of trees, computed from a signature (RFC 8391, sections 4.1.5 and 4.1.10).

use alloc::vec::Vec;

use super::address::{Address, Kind};
use super::tweak::{Function, Tweak};
use crate::error::Result;

/// Computes the leaf of a one-time key: the root of the L-tree over the ends of its chains. An odd
/// last node is lifted to the next level.
pub(super) fn leaf(tweak: Tweak<'_>, tree: Address, key: u32, mut row: Vec<u8>) -> Result<Vec<u8>> {
    let n = tweak.params.n();
    let mut height = 0;
    while row.len() > n {
        let (pairs, odd) = row.split_at(row.len() - row.len() % (2 * n));
        let indices = 0..(pairs.len() / (2 * n)) as u32;
        let at = |index| tree.at(Kind::LTree, [key, height, index]);
        let addresses: Vec<_> = indices.map(at).collect();
        let keys_and_masks = tweak.keys_and_masks(Function::Node, &addresses)?;
        let mut above = tweak.hash(Function::Node, &keys_and_masks, pairs)?;
        above.extend_from_slice(odd);
        row = above;
        height += 1;
    }
    Ok(row)
}

/// Computes the root of a tree from a leaf and the siblings on its path.
pub(super) fn root(
    tweak: Tweak<'_>,
    tree: Address,
    key: u32,
    mut node: Vec<u8>,
    path: &[u8],
) -> Result<Vec<u8>> {
    let n = tweak.params.n();
    let at = |height| tree.at(Kind::Tree, [0, height, key >> (height + 1)]);
    let addresses: Vec<_> = (0..tweak.params.tree_height()).map(at).collect();
    let keys_and_masks = tweak.keys_and_masks(Function::Node, &addresses)?;
    let siblings = path.chunks_exact(n).zip(keys_and_masks.chunks_exact(3 * n));
    for (height, (sibling, key_and_masks)) in siblings.enumerate() {
        let is_left = key >> height & 1 == 0;
        let children = if is_left { [&node, sibling] } else { [sibling, &node] };
        node = tweak.hash(Function::Node, key_and_masks, &children.concat())?;
    }
    Ok(node)
}
