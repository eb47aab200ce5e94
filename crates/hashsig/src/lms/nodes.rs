//! Nodes of the hash tree (RFC 8554, section 5.3). Node 1 is the root, node r has the children
//! 2r and 2r + 1, leaf q is node 2^h + q.

use alloc::vec::Vec;

use quicksalt::memory;

use super::params::{ID_LEN, Params};
use crate::error::Result;

pub(crate) const D_LEAF: [u8; 2] = [0x82; 2];
pub(crate) const D_INTR: [u8; 2] = [0x83; 2];

/// A tree as everybody knows it: its parameters and its identifier.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Shape {
    pub(crate) params: Params,
    pub(crate) id: [u8; ID_LEN],
}

impl Shape {
    /// The nodes of leaves from `start` on that have these public keys.
    pub(crate) fn leaves(&self, start: u32, keys: &[u8]) -> Result<Vec<u8>> {
        self.level(self.params.leaves() + start, D_LEAF, keys, self.params.n())
    }

    /// The parents of a row of nodes, the first of which is the left child of node `first`.
    pub(crate) fn parents(&self, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        self.level(first, D_INTR, children, 2 * self.params.n())
    }

    /// Nodes from number `first` on, each the hash of the next `each` bytes of `contents`.
    fn level(&self, first: u32, tag: [u8; 2], contents: &[u8], each: usize) -> Result<Vec<u8>> {
        let count = (contents.len() / each) as u32;
        let numbers = (first..first + count).map(|number| (&self.id, number));
        row(self.params, tag, numbers, contents)
    }
}

/// Nodes of trees with these identifiers, and their numbers: each the hash of its part of
/// `contents`, which all have the same length.
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
