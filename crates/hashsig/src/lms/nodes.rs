//! Nodes of the hash tree (RFC 8554, section 5.3). Node 1 is the root, node r has the children
//! 2r and 2r + 1, leaf q is node 2^h + q.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::ots;
use super::params::{ID_LEN, Params};
use crate::error::Result;

const D_LEAF: [u8; 2] = [0x82; 2];
const D_INTR: [u8; 2] = [0x83; 2];

/// The most one-time keys made at once: chains enough to fill the lanes of any kernel, in memory
/// that stays in the cache next to the processor.
const BATCH: u32 = 16;

/// A place in one tree: its parameters and its identifier.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub(super) params: Params,
    pub(super) id: &'a [u8; ID_LEN],
}

impl Shape<'_> {
    /// The nodes of leaves, one after another.
    pub(super) fn leaves(self, seed: &[u8], leaves: Range<u32>) -> Result<Vec<u8>> {
        let n = self.params.n();
        let mut nodes = Vec::with_capacity(leaves.len() * n);
        let mut start = leaves.start;
        while start < leaves.end {
            let end = leaves.end.min(start + BATCH);
            let keys = ots::public_keys(self.params, self.id, seed, start..end)?;
            let first = self.params.leaves() + start;
            nodes.extend_from_slice(&self.level(first, D_LEAF, &keys, n)?);
            start = end;
        }
        Ok(nodes)
    }

    /// The parents of a row of nodes, the first of which is the left child of node `first`.
    pub(super) fn parents(self, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        self.level(first, D_INTR, children, 2 * self.params.n())
    }

    /// The node of a leaf with a one-time public key.
    pub(super) fn leaf(self, leaf: u32, key: &[u8]) -> Result<Vec<u8>> {
        self.level(self.params.leaves() + leaf, D_LEAF, key, self.params.n())
    }

    /// The root of the tree in which a leaf's node has these siblings on its way up.
    pub(super) fn climb(self, leaf: u32, mut node: Vec<u8>, path: &[u8]) -> Result<Vec<u8>> {
        let mut number = self.params.leaves() + leaf;
        for sibling in path.chunks_exact(self.params.n()) {
            let pair = if number.is_multiple_of(2) {
                [&node, sibling].concat()
            } else {
                [sibling, &node].concat()
            };
            number /= 2;
            node = self.parents(number, &pair)?;
        }
        Ok(node)
    }

    /// Nodes from number `first` on, each the hash of the next `each` bytes of `contents`.
    fn level(self, first: u32, tag: [u8; 2], contents: &[u8], each: usize) -> Result<Vec<u8>> {
        let count = contents.len() / each;
        let mut messages = Vec::with_capacity(count * (ID_LEN + 6 + each));
        for (number, content) in (first..).zip(contents.chunks_exact(each)) {
            messages.extend_from_slice(self.id);
            messages.extend_from_slice(&number.to_be_bytes());
            messages.extend_from_slice(&tag);
            messages.extend_from_slice(content);
        }
        let mut nodes = vec![0; count * self.params.n()];
        self.params.hash().many(self.params.n(), &mut nodes, &messages)?;
        Ok(nodes)
    }
}
