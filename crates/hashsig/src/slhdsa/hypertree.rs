//! The hypertree: layers of trees of one-time keys, each of which signs the root of a tree below
//! (FIPS 205, sections 6 and 7).

use alloc::vec::Vec;

use quicksalt::memory;

use super::address::{Address, Kind};
use super::merkle::{self, Place};
use super::tweakable::Tweakable;
use super::wots::{self, Trace};
use crate::error::Result;

/// The number of one-time keys computed together: multiplied by the number of chains per key, it
/// fills the lanes of every kernel.
const TOGETHER: usize = 32;

/// A leaf of the lowest layer: the number of its tree in the layer, and its number in the tree.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    pub(super) tree: u64,
    pub(super) leaf: u32,
}

impl Leaf {
    /// Returns the leaf of the next layer that signs the tree of this leaf.
    const fn above(self, tree_height: u32) -> Self {
        let leaf = (self.tree & ((1 << tree_height) - 1)) as u32;
        Self { tree: self.tree >> tree_height, leaf }
    }
}

/// Computes PK.root: the root of the single tree of the highest layer.
pub(super) fn root(hashes: &Tweakable<'_>, secret_seed: &[u8]) -> Result<Vec<u8>> {
    let tree = Address::of_tree(hashes.numbers.d - 1, 0);
    tree_root(hashes, secret_seed, tree, None, |_, _| ())
}

/// Writes the signature of an `n`-byte message by a leaf.
pub(super) fn sign(
    hashes: &Tweakable<'_>,
    secret_seed: &[u8],
    mut at: Leaf,
    mut message: Vec<u8>,
    signature: &mut [u8],
) -> Result<()> {
    let numbers = hashes.numbers;
    let (n, tree_height) = (numbers.n, numbers.tree_height());
    for (part, layer) in signature.chunks_exact_mut(numbers.layer_len()).zip(0..) {
        let (one_time, path) = part.split_at_mut(numbers.chains() * n);
        let mut trace = Trace::new(hashes)?;
        let copy_sibling = |below: u32, row: &[u8]| {
            let sibling = (at.leaf >> below ^ 1) as usize;
            path[below as usize * n..][..n].copy_from_slice(&row[sibling * n..][..n]);
        };
        let (tree, signer) = (Address::of_tree(layer, at.tree), Some((at.leaf, &mut trace)));
        let root = tree_root(hashes, secret_seed, tree, signer, copy_sibling)?;
        trace.sign(&message, one_time);
        message = root;
        at = at.above(tree_height);
    }
    Ok(())
}

/// Computes the PK.root under which the signature of an `n`-byte message by a leaf is valid.
pub(super) fn signer(
    hashes: &Tweakable<'_>,
    mut at: Leaf,
    mut message: Vec<u8>,
    signature: &[u8],
) -> Result<Vec<u8>> {
    let numbers = hashes.numbers;
    let tree_height = numbers.tree_height();
    for (part, layer) in signature.chunks_exact(numbers.layer_len()).zip(0..) {
        let (one_time, path) = part.split_at(numbers.chains() * numbers.n);
        let tree = Address::of_tree(layer, at.tree);
        let leaf = wots::signer(hashes, tree, at.leaf, &message, one_time)?;
        let paths = (path, path.len());
        message =
            merkle::roots_of_paths(hashes, place(tree), tree_height, &[at.leaf], leaf, paths)?;
        at = at.above(tree_height);
    }
    Ok(message)
}

/// Computes the root of a tree. `seen` is called with the row of nodes at each height below the
/// root; the chains of the signing one-time key are recorded.
fn tree_root(
    hashes: &Tweakable<'_>,
    secret_seed: &[u8],
    tree: Address,
    mut signer: Option<(u32, &mut Trace)>,
    seen: impl FnMut(u32, &[u8]),
) -> Result<Vec<u8>> {
    let (n, height) = (hashes.numbers.n, hashes.numbers.tree_height());
    let mut row = memory::zeros(n << height)?;
    for (leaves, first) in row.chunks_mut(TOGETHER * n).zip((0..).step_by(TOGETHER)) {
        let signer = signer.as_mut().map(|(key, trace)| (*key, &mut **trace));
        wots::public_keys(hashes, secret_seed, tree, first, leaves, signer)?;
    }
    merkle::roots(hashes, place(tree), height, 0, row, seen)
}

const fn place(tree: Address) -> Place {
    Place { tree, kind: Kind::Tree, key_pair: 0 }
}
