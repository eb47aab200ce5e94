//! What the operations work on: messages and chains, their lengths checked once, and the state
//! after a first block.

use crate::error::{Error, Result};
use crate::prim::sha256::message::{BLOCK, Block, INITIAL, State};
use crate::prim::sha256::portable::compress;
use crate::wipe::wipe;

use super::{DIGEST_LEN, PREFIX_LEN};

/// The most 32-bit words that a chain's value has.
pub(super) const WORDS: usize = 8;

/// SHA-256 after whole blocks that many messages have in common at their beginning.
#[derive(Clone)]
pub struct Midstate {
    pub(super) state: State,
    /// Bytes absorbed so far.
    length: u64,
}

impl Midstate {
    /// Nothing absorbed.
    #[must_use]
    pub fn initial() -> Self {
        Self { state: INITIAL, length: 0 }
    }

    /// These blocks absorbed. The work of few blocks, hence no operation with candidates.
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

/// Messages of one length and the room for their digests.
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
    /// Messages that all begin with what `start` has absorbed; `bytes` holds the rest of each,
    /// one after another. `digests` is to hold the first `n` bytes of each digest; how many there
    /// are says how many messages there are.
    ///
    /// # Errors
    /// [`Error::Length`] if `n` is not 1 to 32, or `digests` or `bytes` do not divide evenly.
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
            let (expected, actual) = ("a multiple of a digest's length", digests.len());
            return Err(Error::length("digests", expected, actual));
        }
        let count = digests.len() / n;
        if !bytes.len().is_multiple_of(count.max(1)) || (count == 0 && !bytes.is_empty()) {
            let (expected, actual) = ("a multiple of the number of digests", bytes.len());
            return Err(Error::length("messages", expected, actual));
        }
        Ok(Self { start, bytes, length: bytes.len() / count.max(1), digests, n })
    }

    /// How many messages.
    pub(super) fn count(&self) -> usize {
        self.digests.len() / self.n
    }

    /// The first `count` messages, and the others.
    pub(super) fn split(self, count: usize) -> (Self, Self) {
        let (bytes, other_bytes) = self.bytes.split_at(count * self.length);
        let (digests, other_digests) = self.digests.split_at_mut(count * self.n);
        let Self { start, length, n, .. } = self;
        (
            Self { start, bytes, length, digests, n },
            Self { start, bytes: other_bytes, length, digests: other_digests, n },
        )
    }

    /// Blocks of each message after the start, padding and length among them.
    pub(super) const fn blocks(&self) -> usize {
        (self.length + 1 + size_of::<u64>()).div_ceil(BLOCK)
    }

    /// A block of a message, made in `room` if it has padding (FIPS 180-4, section 5.1.1).
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

    /// Stores the digest of a message whose last state has these words.
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

/// The steps that a chain is to take, at most 255.
#[derive(Clone, Copy)]
pub struct Steps {
    /// The number in the message of the first of them.
    pub first: u8,
    /// How many.
    pub count: u8,
}

/// Hash chains of LM-OTS (RFC 8554, section 4). A step replaces a chain's value by the digest, cut
/// to the value's length, of the chain's prefix, the step's number in one byte, and the value.
pub struct Chains<'a> {
    prefixes: &'a [[u8; PREFIX_LEN]],
    steps: &'a [Steps],
    values: &'a mut [u8],
    /// Length of a value in 32-bit words.
    words: usize,
}

impl<'a> Chains<'a> {
    /// Chains with a prefix and steps each; their values stand one after another in `values`.
    /// Values and how many steps a chain takes may be secret.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not as many steps as prefixes; if the values of these chains
    /// are not all equally long, a multiple of four bytes and at most 32; if a number of a step
    /// would not fit a byte.
    pub fn new(
        prefixes: &'a [[u8; PREFIX_LEN]],
        steps: &'a [Steps],
        values: &'a mut [u8],
    ) -> Result<Self> {
        let (count, each) = (prefixes.len(), values.len() / prefixes.len().max(1));
        let fits = each > 0 && each <= DIGEST_LEN && each.is_multiple_of(size_of::<u32>());
        if each * count != values.len() || !fits && count > 0 {
            let (expected, actual) = ("4, 8, ... or 32 times the number of chains", values.len());
            return Err(Error::length("values", expected, actual));
        }
        if steps.len() != count {
            let (expected, actual) = ("as many as there are chains", steps.len());
            return Err(Error::length("steps", expected, actual));
        }
        // One verdict on all together: none of them decides a branch.
        let last = |steps: &Steps| u16::from(steps.first) + u16::from(steps.count);
        let past = steps.iter().fold(0, |past, steps| past | 0x100_u16.wrapping_sub(last(steps)));
        if past >> 15 != 0 {
            let (expected, actual) = ("at most 256 with the first number", 257);
            return Err(Error::length("the count of steps", expected, actual));
        }
        Ok(Self { prefixes, steps, values, words: each / size_of::<u32>() })
    }

    /// How many chains.
    pub(super) const fn count(&self) -> usize {
        self.prefixes.len()
    }

    /// The first `count` chains, and the others.
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

    /// The words of a step's message up to the value: the last of them has the number of the
    /// chain's first step in its third byte and room for the value's first byte.
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

    /// How many steps a chain takes.
    #[inline]
    pub(super) fn steps(&self, chain: usize) -> u32 {
        self.steps[chain].count.into()
    }

    /// The words of a chain's value, big-endian.
    #[inline]
    pub(super) fn value(&self, chain: usize) -> &[[u8; 4]] {
        &self.values.as_chunks().0[chain * self.words..][..self.words]
    }

    /// What stands in the words of all values that have no place in `values`: the beginning of
    /// the padding.
    pub(super) fn padding(&self) -> [u32; WORDS] {
        let mut padding = [0; WORDS];
        if let Some(word) = padding.get_mut(self.words) {
            *word = 0x8000_0000;
        }
        padding
    }

    /// All ones for the words that a value has, zero for those that the padding has.
    #[inline]
    pub(super) fn kept(&self) -> [u32; WORDS] {
        let mut kept = [0; WORDS];
        kept[..self.words].fill(!0);
        kept
    }

    /// What follows the eighth word of the value in the message: padding if the value has so many.
    pub(super) const fn tail(&self) -> u32 {
        if self.words == WORDS { 0x80 } else { 0 }
    }

    /// Length of a step's message in bits.
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
