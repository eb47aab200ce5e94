//! A node that is computed bit by bit, in portions much smaller than a one-time key.

use alloc::vec::Vec;
use core::fmt;

use super::ots::Unfinished;
use super::seed::TreeSeed;
use crate::error::Result;

/// How many portions a node of a depth comes to: [`super::Width::portions`] for each of the leaves
/// below it. All take about equally long.
pub(super) fn portions(seed: &TreeSeed, depth: u32) -> u64 {
    u64::from(seed.params().width.portions()) << (seed.params().h() - depth)
}

/// A node of which a part is computed.
pub(super) struct Partial {
    node: u32,
    /// The leaves below it that are there.
    leaves: Vec<u8>,
    /// The one-time key of the next leaf.
    key: Option<Unfinished>,
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
        Self { node, leaves: Vec::new(), key: None, done: 0 }
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
        let start = self.node << (params.h() - depth);
        let end = total.min(self.done.saturating_add(portions));
        while self.done < end {
            let each = u64::from(params.width.portions());
            // So many of this key, which has `each` in all.
            let now = (end - self.done).min(each - self.done % each);
            let leaf = start + (self.done / each) as u32;
            let key = match &mut self.key {
                Some(key) => key,
                none => none.insert(Unfinished::new(params, seed.id(), seed.bytes(), leaf)?),
            };
            let steps = (now * u64::from(params.width.portion())).min(u8::MAX.into()) as u8;
            if key.advance(params, steps)? {
                let public = key.public_key(params, seed.id())?;
                self.leaves.extend_from_slice(&seed.place().leaves_of(leaf, &public)?);
                self.key = None;
            }
            self.done += now;
        }
        if self.done < total {
            return Ok(None);
        }
        seed.parent(depth, self.node, core::mem::take(&mut self.leaves)).map(Some)
    }
}
