//! The seed of one tree, from which all secrets of the tree are derived.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::{Wiped, interrupt, memory};

use super::BATCH;
use crate::error::{Error, Result};
use crate::hash::Steps;
use crate::lms::nodes::Shape;
use crate::lms::{ID_LEN, Params};

/// The maximum height of a subtree in which all inner nodes are computed without a pause. The 1023
/// nodes take less than a millisecond, so that threads share a tree evenly and an interrupt is
/// noticed soon.
const UNIT_MAX: u32 = 10;
/// The maximum depth down to which nodes are stored by default. Nodes with hashes of 32 bytes then
/// take at most 4 MiB.
const KEEP_MAX: u32 = 16;

/// The secret of one tree: its identifier I and the SEED of RFC 8554, appendix A. From the seed, a
/// worker can compute the nodes of this tree and of the trees below it, but not the nodes of any
/// other tree.
#[derive(Clone)]
pub struct TreeSeed {
    shape: Shape,
    secret: Wiped<Vec<u8>>,
}

shows!(TreeSeed: shape);

impl TreeSeed {
    /// Creates a seed from an identifier and bytes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the length of `seed` is not the hash length of the parameters.
    pub fn new(params: Params, id: [u8; ID_LEN], seed: &[u8]) -> Result<Self> {
        let expected = "the hash length of the parameters, 24 or 32";
        Error::require(seed.len() == params.n(), "seed", expected, seed.len() as u64)?;
        Ok(Self { shape: Shape { params, id }, secret: Wiped::new(seed.to_vec()) })
    }

    getters! {
        (const &self)
        /// The identifier I, which is public.
        id: &[u8; ID_LEN] = &self.shape.id;
        /// The parameters of the tree.
        params: Params = self.shape.params;
    }

    pub(crate) const fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.secret
    }

    getters! {
        (&self)
        /// The minimum depth at which [`Self::nodes`] computes nodes.
        least_depth: u32 = self.params().h().saturating_sub(UNIT_MAX);
        /// The depth down to which a tree stores its nodes by default: all nodes of a tree of
        /// height 16 or less, and at most 4 MiB of a higher tree with hashes of 32 bytes. The
        /// subtrees below that depth have 16 (height 20) or 512 (height 25) one-time keys; see
        /// [`super::Tree`].
        default_depth: u32 = self.params().h().min(KEEP_MAX);
    }

    /// Computes the nodes `range` of the 2^depth nodes at this depth below the root, concatenated.
    /// The ranges of a level can be computed independently, in any order.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the depth is less than [`Self::least_depth`] or more than the tree's
    /// height, or the range ends beyond the level; [`Error::Primitive`] if no candidate of the hash
    /// function is usable, memory runs out, or the work is interrupted.
    pub fn nodes(&self, depth: u32, range: Range<u32>) -> Result<Vec<u8>> {
        self.check_depth(depth)?;
        let expected = "at most 2^depth";
        Error::require(range.end <= 1 << depth, "range", expected, range.end.into())?;
        let below = self.params().h() - depth;
        if below == 0 {
            return self.leaves(range);
        }
        let mut nodes = memory::with_capacity::<u8>(range.len() * self.params().n())?;
        for node in range {
            let leaves = self.leaves(node << below..(node + 1) << below)?;
            nodes.extend_from_slice(&self.parent(depth, node, leaves)?);
        }
        Ok(nodes)
    }

    /// Computes the node at a depth from all leaves below it.
    pub(super) fn parent(&self, depth: u32, node: u32, leaves: Vec<u8>) -> Result<Vec<u8>> {
        let (mut row, below) = (leaves, self.params().h() - depth);
        for height in 1..=below {
            row = self.parents(height, node << (below - height), &row)?;
        }
        Ok(row)
    }

    /// Computes the nodes of leaves, concatenated.
    pub(super) fn leaves(&self, leaves: Range<u32>) -> Result<Vec<u8>> {
        let mut nodes = memory::with_capacity::<u8>(leaves.len() * self.params().n())?;
        for start in leaves.clone().step_by(BATCH) {
            interrupt::check()?;
            let end = leaves.end.min(start + BATCH as u32);
            let mut chains = self.private_keys(start..end)?;
            chains
                .run(self.params().hash(), Steps { first: 0, count: self.params().width.top() })?;
            nodes.extend_from_slice(&self.leaf_nodes(start..end, &chains)?);
        }
        Ok(nodes)
    }

    /// Computes the parents of a row of nodes. The parents are `height` levels above the leaves;
    /// the first parent has the number `first` on that level.
    pub(super) fn parents(&self, height: u32, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        self.shape.parents((self.params().leaves() >> height) + first, children)
    }

    pub(crate) fn check_depth(&self, depth: u32) -> Result<()> {
        let is_possible = (self.least_depth()..=self.params().h()).contains(&depth);
        let expected = "from the height minus 10 to the height";
        Error::require(is_possible, "depth", expected, depth.into())
    }
}
