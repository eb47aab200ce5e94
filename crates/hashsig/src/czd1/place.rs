//! A tree as everybody knows it: where it stands and its salt.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::hazmat::blake2b;

use super::address::{Address, Kind};
use super::levels::{Form, Levels};
use super::params::Params;
use crate::error::Result;
use crate::hash::personal::{self, Personal, Salt};

/// A tree as everybody knows it: sizes, level and salt.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Place {
    pub(super) levels: Levels,
    /// A level that there is.
    pub(super) level: usize,
    pub(super) salt: Salt,
}

impl Place {
    pub(super) fn params(&self) -> Params {
        self.levels.as_slice()[self.level]
    }

    pub(super) fn address(&self, kind: Kind) -> Address {
        Address::new(kind, self.level as u8)
    }

    /// Digests of `n` bytes, one for each of the addresses.
    pub(super) fn digests(
        &self,
        out: &mut [u8],
        addresses: impl Iterator<Item = Address>,
        messages: &[u8],
    ) -> Result<()> {
        let personals: Vec<Personal> = addresses.map(Address::personal).collect();
        let n = out.len() / personals.len().max(1);
        personal::digests(n, out, &self.salt, &personals, messages)
    }

    /// The digest of all parts one after another.
    pub(super) fn digest(&self, out: &mut [u8], address: Address, parts: &[&[u8]]) -> Result<()> {
        Ok(blake2b::hash(out, &[], &self.salt, &address.personal(), parts)?)
    }

    /// The parents, at a height above the leaves, of a row of nodes; the first one has this index.
    pub(super) fn parents(&self, height: u32, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        let mut nodes = vec![0; children.len() / 2];
        let count = (nodes.len() / self.params().n()) as u32;
        let address = Address { height: height as u8, ..self.address(Kind::Node) };
        self.digests(&mut nodes, (first..first + count).map(|index| address.at(index)), children)?;
        Ok(nodes)
    }

    /// The topmost node of the tree in which a leaf's node has these siblings on its way up.
    pub(super) fn climb(&self, leaf: u32, mut node: Vec<u8>, path: &[u8]) -> Result<Vec<u8>> {
        for (height, sibling) in (1..).zip(path.chunks_exact(self.params().n())) {
            let is_right = leaf >> (height - 1) & 1 == 1;
            let pair = if is_right { [sibling, &node].concat() } else { [&node, sibling].concat() };
            node = self.parents(height, leaf >> height, &pair)?;
        }
        Ok(node)
    }

    /// What a public key holds of the tree: a commitment to all sizes of the key and to the topmost
    /// node, and through the address to the level.
    pub(super) fn root(&self, topmost: &[u8]) -> Result<Vec<u8>> {
        let mut root = vec![0; self.params().n()];
        let header = self.levels.header(Form::PublicKey);
        self.digest(&mut root, self.address(Kind::Root), &[&header, topmost])?;
        Ok(root)
    }
}
