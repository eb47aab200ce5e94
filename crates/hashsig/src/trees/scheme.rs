//! What a scheme brings along.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::Range;

use quicksalt::Wiped;

use super::levels::Levels;
use super::secret::SEED_LEN;
use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::Result;

/// The sizes of a tree.
pub trait Sizes: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// Bytes of a hash.
    fn n(self) -> usize;

    /// Levels of nodes above the leaves, less than 32.
    fn h(self) -> u32;

    /// Chains of a one-time key.
    fn chains(self) -> usize;

    /// Steps of a chain: a power of two, or one less.
    fn steps(self) -> u32;

    /// Bytes of a signature by a tree of these sizes.
    fn signature_len(self) -> usize;

    /// Bytes of [`Scheme::tree_key`].
    fn tree_key_len(self) -> usize;

    /// One-time keys of a tree.
    fn leaves(self) -> u32 {
        1 << self.h()
    }
}

/// A scheme: what one-time keys are the leaves of its trees, how it hashes nodes, how it derives
/// one tree from another, what keys and signatures look like in bytes. The trees do the rest.
pub trait Scheme: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The sizes of a tree.
    type Params: Sizes;
    /// A tree as everybody knows it. No two trees are in the same place.
    type Place: Clone + Debug + Eq + Send + Sync + 'static;
    /// What all trees of a key follow from.
    type Secret: Clone + Send + Sync + 'static;
    /// The chains of some one-time keys, all after equally many steps.
    type Chains: Send + Sync + 'static;
    /// The public key.
    type PublicKey: VerifyingKey;

    /// What the material of a key in a store begins with.
    const MAGIC: &'static [u8; 16];
    /// What it is called.
    const MATERIAL: &'static str;

    /// Whether these levels, which are `height` high in all, can stand above each other.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if not.
    fn check(levels: &[Self::Params], height: u32) -> Result<()>;

    /// The sizes of the tree in a place.
    fn params(place: &Self::Place) -> Self::Params;

    /// What follows from a seed. Levels that differ lead to secrets that have nothing in common.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn secret(levels: &Levels<Self>, seed: &[u8; SEED_LEN]) -> Result<Self::Secret>;

    /// The encoding of a secret key.
    fn write_secret(levels: &Levels<Self>, secret: &Self::Secret) -> Wiped<Vec<u8>>;

    /// Reads what [`Self::write_secret`] writes.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] or [`crate::Error::Parameter`] if the bytes are anything else.
    fn read_secret(bytes: &[u8]) -> Result<(Levels<Self>, Self::Secret)>;

    /// The secret of the top tree.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn top(levels: &Levels<Self>, secret: &Self::Secret) -> Result<TreeSeed<Self>>;

    /// The secret of the tree below a leaf of a tree, which has these sizes.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn below(above: &TreeSeed<Self>, leaf: u32, params: Self::Params) -> Result<TreeSeed<Self>>;

    /// The chains of leaves at their secret starts.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn starts(seed: &TreeSeed<Self>, leaves: Range<u32>) -> Result<Self::Chains>;

    /// Takes chains that have taken `first` steps through `count` more.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn run(place: &Self::Place, chains: &mut Self::Chains, first: u32, count: u32) -> Result<()>;

    /// The nodes of leaves whose chains have come to their ends, one after another.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn ends(place: &Self::Place, leaves: Range<u32>, chains: &Self::Chains) -> Result<Vec<u8>>;

    /// The parents of a row of nodes. They stand `height` above the leaves; the first one is
    /// number `first` there.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn parents(place: &Self::Place, height: u32, first: u32, children: &[u8]) -> Result<Vec<u8>>;

    /// What stands for the tree in its public key.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn root(place: &Self::Place, topmost: &[u8]) -> Result<Vec<u8>>;

    /// Randomisers, one after another, for messages signed by the leaves beside them. Unless they
    /// are to be fresh, they are always the same for the same message.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the operating system gives no random bytes or the hash
    /// function has no usable candidate.
    fn randomisers(
        seed: &TreeSeed<Self>,
        wanted: &[(u32, &[u8])],
        is_fresh: bool,
    ) -> Result<Wiped<Vec<u8>>>;

    /// Signs with one-time keys of a tree, at most 16: appends to each of `signatures` what comes
    /// before the path from the leaf to the root.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn sign(tree: &Tree<Self>, wanted: &[Wanted<'_>], signatures: &mut [Vec<u8>]) -> Result<()>;

    /// Appends what the signature of an index of a key begins with.
    fn head(levels: &Levels<Self>, index: u64, signature: &mut Vec<u8>);

    /// What the tree above signs for a tree, and what follows upon that in a signature.
    fn tree_key(tree: &Tree<Self>) -> Vec<u8>;

    /// The public key of a key with this top tree.
    fn public_key(levels: &Levels<Self>, top: &Tree<Self>) -> Self::PublicKey;
}

/// A public key.
pub trait VerifyingKey: Clone + Debug + Eq + Send + Sync + 'static {
    /// Reads the encoding.
    ///
    /// # Errors
    /// [`crate::Error::Malformed`] or [`crate::Error::Parameter`] if the bytes are anything else.
    fn from_bytes(bytes: &[u8]) -> Result<Self>;

    /// The encoding.
    fn to_bytes(&self) -> Vec<u8>;

    /// Verifies a signature.
    ///
    /// # Errors
    /// [`crate::Error::Verification`] if the signature is not exactly one of this key for this
    /// message; [`crate::Error::Primitive`] if the hash function has no usable candidate.
    fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()>;
}

/// A message to be signed by a leaf. Whoever makes one owns the leaf, or signs the one message that
/// this leaf ever signs.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub(crate) leaf: u32,
    /// `n` bytes.
    pub(crate) randomiser: &'a [u8],
    pub(crate) message: &'a [u8],
}
