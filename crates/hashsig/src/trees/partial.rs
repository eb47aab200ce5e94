//! A node that is computed bit by bit, in portions much smaller than a one-time key.

use alloc::vec::Vec;
use core::fmt;

use super::seed::TreeSeed;
use crate::error::Result;
use crate::hash::{Chains, Steps};
use crate::lms::Params;

/// A chain comes in portions of nearly as many steps as it has portions: how many portions, and of
/// how many steps, which the last may lack one of.
fn of_a_chain(params: Params) -> (u32, u32) {
    let bits = params.width.bits() as u32;
    (1 << (bits / 2), 1 << bits.div_ceil(2))
}

/// How many portions a node of a depth comes to: those of a chain for each of the leaves below it.
/// All take about equally long.
pub(super) fn portions(seed: &TreeSeed, depth: u32) -> u64 {
    u64::from(of_a_chain(seed.params()).0) << (seed.params().h() - depth)
}

/// A node of which a part is computed.
pub(super) struct Partial {
    node: u32,
    /// The leaves below it that are there.
    leaves: Vec<u8>,
    /// The chains of the next leaf and how many steps they have taken.
    chains: Option<(Chains, u8)>,
    done: u64,
}

impl fmt::Debug for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (node, done) = (self.node, self.done);
        f.debug_struct("Partial").field("node", &node).field("done", &done).finish_non_exhaustive()
    }
}

impl Partial {
    /// A node of a depth, nothing of which is done; its number is that among the nodes of the depth.
    pub(super) const fn new(node: u32) -> Self {
        Self { node, leaves: Vec::new(), chains: None, done: 0 }
    }

    pub(super) const fn node(&self) -> u32 {
        self.node
    }

    /// How many portions are done.
    pub(super) const fn done(&self) -> u64 {
        self.done
    }

    /// Computes up to so many portions more of the node, which is one of this depth; the node once
    /// all are done.
    pub(super) fn advance(
        &mut self,
        seed: &TreeSeed,
        depth: u32,
        portions: u64,
    ) -> Result<Option<Vec<u8>>> {
        let (params, total) = (seed.params(), self::portions(seed, depth));
        let (each, portion) = of_a_chain(params);
        let start = self.node << (params.h() - depth);
        let end = total.min(self.done.saturating_add(portions));
        while self.done < end {
            // So many of this leaf, which has `each` in all.
            let now = (end - self.done).min(u64::from(each) - self.done % u64::from(each)) as u32;
            let leaf = start + (self.done / u64::from(each)) as u32;
            let (chains, taken) = match &mut self.chains {
                Some(chains) => chains,
                none => none.insert((seed.starts(leaf..leaf + 1)?, 0)),
            };
            let count = (now * portion).min((params.width.top() - *taken).into()) as u8;
            chains.run(params.hash(), Steps { first: *taken, count })?;
            *taken += count;
            if *taken == params.width.top() {
                self.leaves.extend_from_slice(&seed.ends(leaf..leaf + 1, chains)?);
                self.chains = None;
            }
            self.done += u64::from(now);
        }
        if self.done < total {
            return Ok(None);
        }
        seed.parent(depth, self.node, core::mem::take(&mut self.leaves)).map(Some)
    }
}
