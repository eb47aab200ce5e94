//! FORS: a forest of trees; each signature reveals one secret value per tree (FIPS 205, section 8).

use alloc::vec::Vec;

use quicksalt::{Wiped, interrupt, memory};

use super::address::{Address, Kind};
use super::merkle::{self, PORTION, Place};
use super::tweakable::Tweakable;
use crate::error::Result;

/// The forest of one leaf of the lowest layer, which signs the forest's public key.
#[derive(Clone, Copy)]
pub(super) struct Forest<'a> {
    pub(super) hashes: &'a Tweakable<'a>,
    /// The tree of the leaf.
    pub(super) tree: Address,
    /// The leaf.
    pub(super) key_pair: u32,
}

impl Forest<'_> {
    /// Writes the signature for the leaves `indices`, one per tree, and returns the public key.
    pub(super) fn sign(
        self,
        secret_seed: &[u8],
        indices: &[u32],
        signature: &mut [u8],
    ) -> Result<Vec<u8>> {
        let numbers = self.hashes.numbers;
        let (n, height) = (numbers.n, numbers.a);
        let mut shown = Wiped::new(memory::zeros(numbers.k * n)?);
        self.secrets(secret_seed, self.counted(indices), &mut shown)?;
        // Group enough trees for the lower rows of small trees to fill the lanes.
        let together = (PORTION >> height).max(1);
        let part_len = (1 + height as usize) * n;
        let mut roots = memory::with_capacity(numbers.k * n)?;
        let groups = indices.chunks(together).zip(signature.chunks_mut(together * part_len));
        for ((group, parts), first) in groups.zip((0..).step_by(together)) {
            let first_leaf = first << height;
            let row = self.leaves(secret_seed, first_leaf, group.len() << height)?;
            let copy_siblings = |below: u32, row: &[u8]| {
                let width = 1 << (height - below);
                for (tree, part) in parts.chunks_exact_mut(part_len).enumerate() {
                    let sibling = tree * width + (group[tree] >> below ^ 1) as usize;
                    let path = &mut part[(1 + below as usize) * n..][..n];
                    path.copy_from_slice(&row[sibling * n..][..n]);
                }
            };
            let place = self.place();
            let row = merkle::roots(self.hashes, place, height, first_leaf, row, copy_siblings)?;
            roots.extend_from_slice(&row);
        }
        for (part, value) in signature.chunks_exact_mut(part_len).zip(shown.chunks_exact(n)) {
            part[..n].copy_from_slice(value);
        }
        self.public_key(&roots)
    }

    /// Computes the public key under which a signature of these leaves is valid.
    pub(super) fn signer(self, indices: &[u32], signature: &[u8]) -> Result<Vec<u8>> {
        let numbers = self.hashes.numbers;
        let (n, height) = (numbers.n, numbers.a);
        let part_len = (1 + height as usize) * n;
        let leaves: Vec<u32> = self.counted(indices).collect();
        let mut inputs = self.hashes.inputs(leaves.len(), n)?;
        for (slot, (&leaf, part)) in leaves.iter().zip(signature.chunks_exact(part_len)).enumerate()
        {
            inputs.set(slot, self.place().node(0, leaf), &part[..n]);
        }
        let mut nodes = memory::zeros(leaves.len() * n)?;
        self.hashes.hash(&inputs, &mut nodes)?;
        let (place, paths) = (self.place(), (&signature[n..], part_len));
        let roots = merkle::roots_of_paths(self.hashes, place, height, &leaves, nodes, paths)?;
        self.public_key(&roots)
    }

    /// Converts one leaf index per tree to numbers in the row of all trees' leaves.
    fn counted(self, indices: &[u32]) -> impl Iterator<Item = u32> {
        let height = self.hashes.numbers.a;
        indices.iter().zip(0_u32..).map(move |(index, tree)| (tree << height) + index)
    }

    const fn place(self) -> Place {
        Place { tree: self.tree, kind: Kind::ForsTree, key_pair: self.key_pair }
    }

    /// Computes `count` leaves from number `first` on.
    fn leaves(self, secret_seed: &[u8], first: u32, count: usize) -> Result<Vec<u8>> {
        let n = self.hashes.numbers.n;
        let mut row = memory::zeros(count * n)?;
        let mut values = Wiped::new(memory::zeros(count.min(PORTION) * n)?);
        let mut inputs = self.hashes.inputs(count.min(PORTION), n)?;
        for (leaves, first) in row.chunks_mut(PORTION * n).zip((first..).step_by(PORTION)) {
            interrupt::check()?;
            let values = &mut values[..leaves.len()];
            self.secrets(secret_seed, first.., values)?;
            for (slot, (value, leaf)) in values.chunks_exact(n).zip(first..).enumerate() {
                inputs.set(slot, self.place().node(0, leaf), value);
            }
            self.hashes.hash(&inputs, leaves)?;
        }
        Ok(row)
    }

    /// Fills `out` with the secret values of these leaves.
    fn secrets(
        self,
        secret_seed: &[u8],
        leaves: impl Iterator<Item = u32>,
        out: &mut [u8],
    ) -> Result<()> {
        let n = self.hashes.numbers.n;
        let mut inputs = self.hashes.inputs(out.len() / n, n)?;
        for (slot, leaf) in leaves.take(out.len() / n).enumerate() {
            let address = self.tree.at(Kind::ForsSecret, [self.key_pair, 0, leaf]);
            inputs.set(slot, address, secret_seed);
        }
        self.hashes.hash(&inputs, out)
    }

    fn public_key(self, roots: &[u8]) -> Result<Vec<u8>> {
        self.hashes.one(self.tree.at(Kind::ForsRoots, [self.key_pair, 0, 0]), roots)
    }
}
