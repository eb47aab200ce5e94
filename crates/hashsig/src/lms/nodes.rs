//! Nodes of the hash tree (RFC 8554, section 5.3). Node 1 is the root, node r has the children
//! 2r and 2r + 1, leaf q is node 2^h + q.

use alloc::vec::Vec;

use quicksalt::memory;

use super::params::{ID_LEN, Params};
use crate::error::Result;

pub(crate) const D_LEAF: [u8; 2] = [0x82; 2];
pub(crate) const D_INTR: [u8; 2] = [0x83; 2];

/// The public data of a tree: its parameters and its identifier.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Shape {
    pub(crate) params: Params,
    pub(crate) id: [u8; ID_LEN],
}

impl Shape {
    /// Computes the nodes of the leaves from `start` on from their public keys.
    pub(crate) fn leaves(&self, start: u32, keys: &[u8]) -> Result<Vec<u8>> {
        self.level(self.params.leaves() + start, D_LEAF, keys, self.params.n())
    }

    /// Computes the parents of a row of nodes; the first node of the row is the left child of node
    /// `first`.
    pub(crate) fn parents(&self, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        self.level(first, D_INTR, children, 2 * self.params.n())
    }

    /// Computes the nodes from number `first` on, each the hash of the next `each` bytes of
    /// `contents`.
    fn level(&self, first: u32, tag: [u8; 2], contents: &[u8], each: usize) -> Result<Vec<u8>> {
        let count = (contents.len() / each) as u32;
        let numbers = (first..first + count).map(|number| (&self.id, number));
        row(self.params, tag, numbers, contents)
    }
}

/// Computes nodes of several trees, given by tree identifier and node number: each node is the hash
/// of its part of `contents`; all parts have equal length.
pub(crate) fn row<'a>(
    params: Params,
    tag: [u8; 2],
    numbers: impl ExactSizeIterator<Item = (&'a [u8; ID_LEN], u32)>,
    contents: &[u8],
) -> Result<Vec<u8>> {
    let count = numbers.len();
    let each = contents.len() / count.max(1);
    let mut messages = memory::with_capacity::<u8>(count * (ID_LEN + 6 + each))?;
    for ((id, number), content) in numbers.zip(contents.chunks_exact(each.max(1))) {
        messages.extend_from_slice(id);
        messages.extend_from_slice(&number.to_be_bytes());
        messages.extend_from_slice(&tag);
        messages.extend_from_slice(content);
    }
    let mut nodes = memory::zeros(count * params.n())?;
    params.hash().many(params.n(), &mut nodes, &messages)?;
    Ok(nodes)
}
