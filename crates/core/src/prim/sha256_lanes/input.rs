//! The inputs of the operations, messages and chains with validated lengths, and the state after
//! common first blocks.

use crate::error::{Error, Result};
use crate::prim::sha256::message::{BLOCK, Block, INITIAL, State};
use crate::prim::sha256::portable::compress;
use crate::wipe::wipe;

use super::{DIGEST_LEN, PREFIX_LEN};

/// The maximum length of a chain's value in 32-bit words.
pub(super) const WORDS: usize = 8;

/// The SHA-256 state after the full blocks with which many messages begin.
#[derive(Clone)]
pub struct Midstate {
    pub(super) state: State,
    /// Bytes absorbed so far.
    length: u64,
}

impl Midstate {
    /// Returns the state before any block.
    #[must_use]
    pub fn initial() -> Self {
        Self { state: INITIAL, length: 0 }
    }

    /// Returns the state after these blocks. It is not an operation with candidates, because the
    /// blocks are few.
    #[must_use]
    pub fn after(blocks: &[[u8; BLOCK]]) -> Self {
        let mut start = Self::initial();
        compress(&mut start.state, blocks);
        start.length = (BLOCK * blocks.len()) as u64;
        start
    }
}

impl Drop for Midstate {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

/// Messages of equal length and the buffer for their digests.
pub struct Messages<'a> {
    pub(super) start: &'a Midstate,
    bytes: &'a [u8],
    /// Length of a message.
    length: usize,
    digests: &'a mut [u8],
    /// Length of a digest.
    n: usize,
}

impl<'a> Messages<'a> {
    /// Returns messages that all begin with the blocks absorbed in `start`. `bytes` holds the rest
    /// of each message, one after another. `digests` receives the first `n` bytes of each digest;
    /// its length determines the number of messages.
    ///
    /// # Errors [`Error::Length`] if `n` is not 1 to 32, the length of `digests` is not a multiple
    /// of `n`, or the messages do not have equal lengths.
    pub fn new(
        start: &'a Midstate,
        digests: &'a mut [u8],
        bytes: &'a [u8],
        n: usize,
    ) -> Result<Self> {
        if !(1..=DIGEST_LEN).contains(&n) {
            return Err(Error::length("a digest", "1 to 32", n));
        }
        if !digests.len().is_multiple_of(n) {
            let (expected, actual) = ("a multiple of n", digests.len());
            return Err(Error::length("digests", expected, actual));
        }
        let count = digests.len() / n;
        if !bytes.len().is_multiple_of(count.max(1)) || (count == 0 && !bytes.is_empty()) {
            let (expected, actual) = ("a multiple of the digest count", bytes.len());
            return Err(Error::length("messages", expected, actual));
        }
        Ok(Self { start, bytes, length: bytes.len() / count.max(1), digests, n })
    }

    /// Returns the number of messages.
    pub(super) fn count(&self) -> usize {
        self.digests.len() / self.n
    }

    /// Splits into the first `count` messages and the rest.
    pub(super) fn split(self, count: usize) -> (Self, Self) {
        let (bytes, other_bytes) = self.bytes.split_at(count * self.length);
        let (digests, other_digests) = self.digests.split_at_mut(count * self.n);
        let Self { start, length, n, .. } = self;
        (
            Self { start, bytes, length, digests, n },
            Self { start, bytes: other_bytes, length, digests: other_digests, n },
        )
    }

    /// Returns the number of blocks per message after the start, including padding and length.
    pub(super) const fn blocks(&self) -> usize {
        (self.length + 1 + size_of::<u64>()).div_ceil(BLOCK)
    }

    /// Returns a block of a message; a block with padding (FIPS 180-4, section 5.1.1) is built in
    /// `room`.
    #[inline]
    pub(super) fn block<'b>(
        &'b self,
        message: usize,
        number: usize,
        room: &'b mut Block,
    ) -> &'b Block {
        let message = &self.bytes[message * self.length..][..self.length];
        let rest = message.get(number * BLOCK..).unwrap_or_default();
        if let Some(whole) = rest.first_chunk() {
            return whole;
        }
        *room = [0; BLOCK];
        room[..rest.len()].copy_from_slice(rest);
        if number == self.length / BLOCK {
            room[rest.len()] = 0x80;
        }
        if number + 1 == self.blocks() {
            let bits = (self.start.length + self.length as u64) << 3;
            room[BLOCK - size_of::<u64>()..].copy_from_slice(&bits.to_be_bytes());
        }
        room
    }

    /// Stores the digest of a message from the words of its final state.
    #[inline]
    pub(super) fn finish(&mut self, message: usize, word: impl Fn(usize) -> u32) {
        let digest = &mut self.digests[message * self.n..][..self.n];
        let (whole, rest) = digest.as_chunks_mut();
        for (number, bytes) in whole.iter_mut().enumerate() {
            *bytes = word(number).to_be_bytes();
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&word(whole.len()).to_be_bytes()[..rest.len()]);
        }
    }
}

/// The steps of a chain, at most 255.
#[derive(Clone, Copy)]
pub struct Steps {
    /// The number of the first step, as it appears in the message.
    pub first: u8,
    /// The number of steps.
    pub count: u8,
}

/// Hash chains of LM-OTS (RFC 8554, section 4). A step hashes the chain's prefix, the number of the
/// step in one byte and the value; the digest, truncated to the value's length, replaces the value.
pub struct Chains<'a> {
    prefixes: &'a [[u8; PREFIX_LEN]],
    steps: &'a [Steps],
    values: &'a mut [u8],
    /// Length of a value in 32-bit words.
    words: usize,
}

impl<'a> Chains<'a> {
    /// Returns chains, each with a prefix and steps; `values` holds their values one after another.
    /// Values and step counts may be secret.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the numbers of prefixes and steps differ or a step number exceeds a
    /// byte; [`Error::Length`] if the values do not have the same length, a multiple of four from 4
    /// to 32 bytes.
    pub fn new(
        prefixes: &'a [[u8; PREFIX_LEN]],
        steps: &'a [Steps],
        values: &'a mut [u8],
    ) -> Result<Self> {
        let (count, each) = (prefixes.len(), values.len() / prefixes.len().max(1));
        let fits = each > 0 && each <= DIGEST_LEN && each.is_multiple_of(size_of::<u32>());
        if each * count != values.len() || !fits && count > 0 {
            let (expected, actual) = ("4, 8, ... or 32 times the chain count", values.len());
            return Err(Error::length("values", expected, actual));
        }
        if steps.len() != count {
            return Err(Error::parameter("steps", "one per chain", steps.len() as u64));
        }
        // A single check over all chains, so that no individual step count decides a branch.
        let last = |steps: &Steps| u16::from(steps.first) + u16::from(steps.count);
        let past = steps.iter().fold(0, |past, steps| past | 0x100_u16.wrapping_sub(last(steps)));
        if past >> 15 != 0 {
            return Err(Error::parameter("first + count", "at most 256", 257));
        }
        Ok(Self { prefixes, steps, values, words: each / size_of::<u32>() })
    }

    /// Returns the number of chains.
    pub(super) const fn count(&self) -> usize {
        self.prefixes.len()
    }

    /// Splits into the first `count` chains and the rest.
    pub(super) fn split(self, count: usize) -> (Self, Self) {
        let words = self.words;
        let (prefixes, other_prefixes) = self.prefixes.split_at(count);
        let (steps, other_steps) = self.steps.split_at(count);
        let (values, other_values) = self.values.split_at_mut(count * words * size_of::<u32>());
        (
            Self { prefixes, steps, values, words },
            Self { prefixes: other_prefixes, steps: other_steps, values: other_values, words },
        )
    }

    /// Returns the words of a step's message before the value. The last word holds the number of
    /// the chain's first step in its third byte and zero in its fourth, where the value begins.
    #[inline]
    pub(super) fn head(&self, chain: usize) -> [u32; 6] {
        let (whole, rest) = self.prefixes[chain].as_chunks();
        let mut head = [0; 6];
        for (word, bytes) in head.iter_mut().zip(whole) {
            *word = u32::from_be_bytes(*bytes);
        }
        head[5] = u32::from_be_bytes([rest[0], rest[1], self.steps[chain].first, 0]);
        head
    }

    /// Returns the number of steps of a chain.
    #[inline]
    pub(super) fn steps(&self, chain: usize) -> u32 {
        self.steps[chain].count.into()
    }

    /// Returns the words of a chain's value, big-endian.
    #[inline]
    pub(super) fn value(&self, chain: usize) -> &[[u8; 4]] {
        &self.values.as_chunks().0[chain * self.words..][..self.words]
    }

    /// Returns the start of the padding at the word where it follows a short value; all other words
    /// are zero.
    pub(super) fn padding(&self) -> [u32; WORDS] {
        let mut padding = [0; WORDS];
        if let Some(word) = padding.get_mut(self.words) {
            *word = 0x8000_0000;
        }
        padding
    }

    /// Returns a mask of all ones for the words of a value and zero for the words of padding.
    #[inline]
    pub(super) fn kept(&self) -> [u32; WORDS] {
        let mut kept = [0; WORDS];
        kept[..self.words].fill(!0);
        kept
    }

    /// Returns the byte after the eighth word of a value: the start of the padding, or zero for a
    /// shorter value.
    pub(super) const fn tail(&self) -> u32 {
        if self.words == WORDS { 0x80 } else { 0 }
    }

    /// Returns the length of a step's message in bits.
    pub(super) const fn bits(&self) -> u32 {
        8 * (PREFIX_LEN + 1 + size_of::<u32>() * self.words) as u32
    }

    /// Stores the value of a chain.
    #[inline]
    pub(super) fn finish(&mut self, chain: usize, word: impl Fn(usize) -> u32) {
        let value = &mut self.values.as_chunks_mut().0[chain * self.words..][..self.words];
        for (number, bytes) in value.iter_mut().enumerate() {
            *bytes = word(number).to_be_bytes();
        }
    }
}
