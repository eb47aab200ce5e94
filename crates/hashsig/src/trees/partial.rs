//! Computes a node step by step, in work units much smaller than a one-time key.

use alloc::vec::Vec;

use super::seed::TreeSeed;
use crate::error::Result;
use crate::hash::{Chains, Steps};
use crate::lms::Params;

/// Returns the number of work units per chain and the number of steps per unit; the last unit may
/// have one step fewer. The units per chain are the power of two that makes the two numbers closest
/// to each other.
fn units_per_chain(params: Params) -> (u32, u32) {
    let bits = params.width.bits() as u32;
    (1 << (bits / 2), 1 << bits.div_ceil(2))
}

/// Returns the number of work units of a node at this depth. Each leaf below the node takes as many
/// units as one of its chains, because all chains of a leaf advance together. All units take about
/// the same time.
pub(super) fn units_per_node(seed: &TreeSeed, depth: u32) -> u64 {
    u64::from(units_per_chain(seed.params()).0) << (seed.params().h() - depth)
}

/// A partially computed node.
pub(super) struct PartialNode {
    node: u32,
    /// The computed leaves below the node.
    leaves: Vec<u8>,
    /// The chains of the next leaf, and the number of computed steps.
    chains: Option<(Chains, u8)>,
    done: u64,
}

shows!(PartialNode: node, done);

impl PartialNode {
    /// Creates a node without computing it. `number` counts the nodes at the same depth.
    pub(super) const fn new(node: u32) -> Self {
        Self { node, leaves: Vec::new(), chains: None, done: 0 }
    }

    pub(super) const fn node(&self) -> u32 {
        self.node
    }

    /// Returns the number of computed work units.
    pub(super) const fn done(&self) -> u64 {
        self.done
    }

    /// Computes up to `units` more work units of the node at this depth. Returns the bytes of the
    /// node once it is complete.
    pub(super) fn advance(
        &mut self,
        seed: &TreeSeed,
        depth: u32,
        units: u64,
    ) -> Result<Option<Vec<u8>>> {
        let (params, total) = (seed.params(), units_per_node(seed, depth));
        let (each, steps) = units_per_chain(params);
        let start = self.node << (params.h() - depth);
        let end = total.min(self.done.saturating_add(units));
        while self.done < end {
            // The units to compute now, limited to the remaining units of this leaf (`each` per
            // leaf).
            let now = (end - self.done).min(u64::from(each) - self.done % u64::from(each)) as u32;
            let leaf = start + (self.done / u64::from(each)) as u32;
            let (chains, taken) = match &mut self.chains {
                Some(chains) => chains,
                none => none.insert((seed.private_keys(leaf..leaf + 1)?, 0)),
            };
            let count = (now * steps).min((params.width.top() - *taken).into()) as u8;
            chains.run(params.hash(), Steps { first: *taken, count })?;
            *taken += count;
            if *taken == params.width.top() {
                self.leaves.extend_from_slice(&seed.leaf_nodes(leaf..leaf + 1, chains)?);
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
