//! Hash trees: from a row of leaves to the roots, and from one leaf and its siblings to the root.

use alloc::vec::Vec;

use quicksalt::{interrupt, memory};

use super::address::{Address, Kind};
use super::tweakable::Tweakable;
use crate::error::Result;

/// The number of nodes hashed between two cancellation checks: a millisecond or two. The number is
/// a multiple of the lanes of every kernel.
pub(super) const PORTION: usize = 1024;

/// The address prefix of the hashed trees.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) tree: Address,
    pub(super) kind: Kind,
    /// The first word of the nodes' addresses.
    pub(super) key_pair: u32,
}

impl Place {
    pub(super) const fn node(self, height: u32, index: u32) -> Address {
        self.tree.at(self.kind, [self.key_pair, height, index])
    }
}

/// Computes the roots of consecutive trees of one height from a row of their leaves, which begins
/// at leaf `first`. `seen` is called with the row of nodes at each height below the roots.
pub(super) fn roots(
    hashes: &Tweakable<'_>,
    place: Place,
    height: u32,
    first: u32,
    mut row: Vec<u8>,
    mut seen: impl FnMut(u32, &[u8]),
) -> Result<Vec<u8>> {
    let n = hashes.numbers.n;
    let pairs = (row.len() / (2 * n)).min(PORTION);
    let mut inputs = hashes.inputs(pairs, 2 * n)?;
    for below in 0..height {
        seen(below, &row);
        let mut index = first >> (below + 1);
        let mut above = memory::zeros(row.len() / 2)?;
        for (nodes, children) in above.chunks_mut(PORTION * n).zip(row.chunks(PORTION * 2 * n)) {
            interrupt::check()?;
            for (slot, pair) in children.chunks_exact(2 * n).enumerate() {
                inputs.set(slot, place.node(below + 1, index), pair);
                index += 1;
            }
            hashes.hash(&inputs, nodes)?;
        }
        row = above;
    }
    Ok(row)
}

/// Computes the roots of trees of one height from one leaf node each. `leaves` contains the numbers
/// of these leaves, counted over all trees; `paths` contains, every `stride` bytes, the siblings of
/// one leaf's path.
pub(super) fn roots_of_paths(
    hashes: &Tweakable<'_>,
    place: Place,
    height: u32,
    leaves: &[u32],
    mut nodes: Vec<u8>,
    (paths, stride): (&[u8], usize),
) -> Result<Vec<u8>> {
    let n = hashes.numbers.n;
    let mut inputs = hashes.inputs(leaves.len(), 2 * n)?;
    let mut pair = memory::zeros(2 * n)?;
    for below in 0..height {
        for (slot, (&leaf, node)) in leaves.iter().zip(nodes.chunks_exact(n)).enumerate() {
            let sibling = &paths[slot * stride + below as usize * n..][..n];
            let is_left = leaf >> below & 1 == 0;
            let (left, right) = if is_left { (node, sibling) } else { (sibling, node) };
            pair[..n].copy_from_slice(left);
            pair[n..].copy_from_slice(right);
            inputs.set(slot, place.node(below + 1, leaf >> (below + 1)), &pair);
        }
        hashes.hash(&inputs, &mut nodes)?;
    }
    Ok(nodes)
}
