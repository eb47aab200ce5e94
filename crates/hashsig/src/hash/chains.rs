//! Many hash chains of RFC 8554 side by side.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::Wiped;

use super::Hash;
use crate::error::Result;

/// Bytes before the step number in the message of a chain step: I, q and the chain's number.
pub(crate) const PREFIX_LEN: usize = 22;

/// Chains of one digest length. Each is kept as the message of its next step, prefix, step
/// number, value, so that a step writes its digest over the value in place.
pub(crate) struct Chains {
    n: usize,
    messages: Wiped<Vec<u8>>,
    steps: Vec<Range<u16>>,
}

impl Chains {
    /// None so far, with room for `count` chains of `n`-byte values.
    pub(crate) fn new(n: usize, count: usize) -> Self {
        let room = count * (PREFIX_LEN + 1 + n);
        // The room is taken at once: a vector that grows leaves copies behind that nobody wipes.
        Self { n, messages: Wiped::new(Vec::with_capacity(room)), steps: Vec::with_capacity(count) }
    }

    /// Adds a chain that is to go through these steps, all at most 255, from this value.
    pub(crate) fn push(&mut self, prefix: &[u8; PREFIX_LEN], value: &[u8], steps: Range<u16>) {
        debug_assert!(value.len() == self.n && self.steps.len() < self.steps.capacity());
        self.messages.extend_from_slice(prefix);
        self.messages.push(0);
        self.messages.extend_from_slice(value);
        self.steps.push(steps);
    }

    /// Gives all chains the same steps to go through next.
    pub(crate) fn aim(&mut self, steps: &Range<u16>) {
        self.steps.fill(steps.clone());
    }

    /// Gives each chain the steps that it is to go through next.
    pub(crate) fn aim_each(&mut self, steps: impl Iterator<Item = Range<u16>>) {
        for (own, steps) in self.steps.iter_mut().zip(steps) {
            *own = steps;
        }
    }

    /// Takes every chain through its steps.
    pub(crate) fn run(&mut self, hash: Hash) -> Result<()> {
        let message_len = PREFIX_LEN + 1 + self.n;
        let mut digest = Wiped::new([0; super::DIGEST_MAX]);
        let digest = &mut digest[..self.n];
        for (message, steps) in self.messages.chunks_exact_mut(message_len).zip(&self.steps) {
            for step in steps.clone() {
                message[PREFIX_LEN] = step as u8;
                hash.digest(digest, &[message])?;
                message[PREFIX_LEN + 1..].copy_from_slice(digest);
            }
        }
        Ok(())
    }

    /// The values in the order in which the chains were added.
    pub(crate) fn values(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.messages
            .chunks_exact(PREFIX_LEN + 1 + self.n)
            .map(|message| &message[PREFIX_LEN + 1..])
    }
}
