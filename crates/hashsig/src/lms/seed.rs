//! What all secrets of one tree are derived from.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use quicksalt::Wiped;

use super::nodes::Shape;
use super::params::{ID_LEN, Params};
use crate::error::{Error, Result};

/// The largest height of a subtree whose inner nodes are computed in one go.
const UNIT_MAX: u32 = 10;
/// The largest depth that is kept unless somebody asks for more: nodes of at most 4 MiB.
const KEEP_MAX: u32 = 16;

/// The secret of one LMS tree: its identifier I and the SEED of RFC 8554, appendix A. It is all
/// that a worker needs in order to compute nodes of this tree; it gives no other tree away.
#[derive(Clone)]
pub struct TreeSeed {
    params: Params,
    id: [u8; ID_LEN],
    seed: Wiped<Vec<u8>>,
}

impl fmt::Debug for TreeSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeSeed").field("params", &self.params).finish_non_exhaustive()
    }
}

impl TreeSeed {
    /// The secret of these parts.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `seed` is not as long as the hash of the parameters.
    pub fn new(params: Params, id: [u8; ID_LEN], seed: &[u8]) -> Result<Self> {
        if seed.len() != params.n() {
            let expected = "as many bytes as the parameters' hash, 24 or 32";
            let actual = seed.len() as u64;
            return Err(Error::Parameter { argument: "seed", expected, actual });
        }
        Ok(Self { params, id, seed: Wiped::new(seed.to_vec()) })
    }

    /// The parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// I, which is public.
    #[must_use]
    pub const fn id(&self) -> &[u8; ID_LEN] {
        &self.id
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.seed
    }

    pub(super) const fn shape(&self) -> Shape<'_> {
        Shape { params: self.params, id: &self.id }
    }

    /// The smallest depth at which [`Self::nodes`] computes nodes.
    #[must_use]
    pub const fn least_depth(&self) -> u32 {
        self.params.h().saturating_sub(UNIT_MAX)
    }

    /// The depth down to which a tree keeps its nodes unless somebody asks for another: all of a
    /// tree of height 15 or less, at most 4 MiB of a higher one. Below that lie subtrees of 16
    /// (height 20) or 512 (height 25) one-time keys, see [`super::Tree`].
    #[must_use]
    pub const fn default_depth(&self) -> u32 {
        if self.params.h() < KEEP_MAX { self.params.h() } else { KEEP_MAX }
    }

    /// The nodes `range` of the 2^depth nodes at this depth below the root, one after another. The
    /// ranges that make up a level can be computed anywhere, in any order.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the depth is less than [`Self::least_depth`] or more than the
    /// tree's height, or the range ends beyond the level; [`Error::Primitive`] if the hash function has no
    /// usable candidate.
    pub fn nodes(&self, depth: u32, range: Range<u32>) -> Result<Vec<u8>> {
        self.check_depth(depth)?;
        if range.end > 1 << depth {
            let expected = "at most 2 to the power of the depth";
            let actual = range.end.into();
            return Err(Error::Parameter { argument: "range", expected, actual });
        }
        let below = self.params.h() - depth;
        let mut nodes = Vec::with_capacity(range.len() * self.params.n());
        if below == 0 {
            return self.shape().leaves(&self.seed, range);
        }
        for node in range {
            let start = node << below;
            let leaves = self.shape().leaves(&self.seed, start..start + (1 << below))?;
            nodes.extend_from_slice(&self.shape().root(start, leaves)?);
        }
        Ok(nodes)
    }

    pub(super) fn check_depth(&self, depth: u32) -> Result<()> {
        if !(self.least_depth()..=self.params.h()).contains(&depth) {
            let expected = "at most the height and at least the height less 10";
            let actual = depth.into();
            return Err(Error::Parameter { argument: "depth", expected, actual });
        }
        Ok(())
    }
}
