//! AES keys: raw, expanded, and prepared for GCM.

use super::ghash;
use crate::error::{Error, Result};
use crate::prim::Source;
use crate::prim::shared::aes::Block;
use crate::wipe::wipe;

/// Number of rounds with a 32-byte key, the maximum.
const ROUNDS_MAX: usize = 14;

/// A key of 16, 24 or 32 bytes.
#[derive(Clone, Copy)]
pub struct Key<'a>(&'a [u8]);

impl<'a> Key<'a> {
    /// Wraps a key of AES-128, AES-192 or AES-256.
    ///
    /// # Errors
    /// [`Error::Length`] if `bytes` does not have 16, 24 or 32 bytes.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        match bytes.len() {
            16 | 24 | 32 => Ok(Self(bytes)),
            actual => Err(Error::length("key", "16, 24 or 32", actual)),
        }
    }
}

impl<'a> From<&'a [u8; 16]> for Key<'a> {
    /// Wraps a key of AES-128.
    fn from(bytes: &'a [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// The round keys of a key (FIPS 197 section 5.2). They are written in place, since a move would
/// leave a copy on the stack, and are wiped when dropped.
pub(in crate::prim) struct Schedule {
    keys: [Block; ROUNDS_MAX + 1],
    rounds: usize,
}

impl Schedule {
    pub(in crate::prim) const fn empty() -> Self {
        Self { keys: [[0; 16]; ROUNDS_MAX + 1], rounds: ROUNDS_MAX }
    }

    /// Expands a key; `sub_word` applies the S-box to each byte of a word.
    #[inline(always)]
    pub(super) fn expand(&mut self, key: Key<'_>, sub_word: impl Fn(u32) -> u32) {
        let (own, _) = key.0.as_chunks::<4>();
        self.rounds = own.len() + 6;
        let (words, _) = self.keys.as_flattened_mut().as_chunks_mut::<4>();
        words[..own.len()].copy_from_slice(own);
        let mut last = u32::from_le_bytes(own[own.len() - 1]);
        let (mut constant, mut place) = (1, 0);
        for i in own.len()..4 * (self.rounds + 1) {
            if place == 0 {
                last = sub_word(last.rotate_right(8)) ^ constant;
                constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
            } else if own.len() == 8 && place == 4 {
                last = sub_word(last);
            }
            last ^= u32::from_le_bytes(words[i - own.len()]);
            words[i] = last.to_le_bytes();
            place = if place + 1 == own.len() { 0 } else { place + 1 };
        }
    }

    /// XORs a block onto each round key.
    #[cfg(feature = "ipcrypt")]
    #[inline(always)]
    pub(in crate::prim) fn add(&mut self, block: &Block) {
        for key in &mut self.keys {
            *key = core::array::from_fn(|i| key[i] ^ block[i]);
        }
    }

    /// Returns the first round key, the middle round keys, and the last.
    #[inline(always)]
    pub(super) fn keys(&self) -> (&Block, &[Block], &Block) {
        let last = self.rounds.min(ROUNDS_MAX);
        (&self.keys[0], &self.keys[1..last], &self.keys[last])
    }

    /// Same as [`Self::keys`], with the middle round keys in two parts: the nine that all keys
    /// have, and the rest.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "for the vector kernels"))]
    #[inline(always)]
    pub(super) fn keys_in_parts(&self) -> (&Block, &[Block; 9], &[Block], &Block) {
        let [first, nine @ .., _, _, _, _, _] = &self.keys;
        let last = self.rounds.min(ROUNDS_MAX);
        (first, nine, &self.keys[10..last.max(10)], &self.keys[last])
    }
}

impl Drop for Schedule {
    fn drop(&mut self) {
        wipe(&mut self.keys);
    }
}

/// Number of powers of the hash key in a prepared key. It is the maximum number of blocks that a
/// kernel folds in one reduction.
pub(super) const POWERS: usize = 16;

/// A key prepared for GCM: the round keys, and powers of the hash key H.
pub(super) struct Prepared {
    pub(super) schedule: Schedule,
    /// The powers of H from the highest to the first, in the form that [`ghash`] multiplies.
    powers: [u128; POWERS],
}

impl Prepared {
    pub(super) const fn empty() -> Self {
        Self { schedule: Schedule::empty(), powers: [0; POWERS] }
    }

    /// Prepares a key for messages and associated data of at most `blocks` blocks, with the
    /// functions of a candidate: key expansion, CTR and the product of [`ghash`].
    #[inline(always)]
    pub(super) fn prepare(
        &mut self,
        key: Key<'_>,
        blocks: usize,
        expand: impl Fn(&mut Schedule, Key<'_>),
        ctr: impl Fn(&Schedule, u128, &mut [u8], Source<'_>),
        dot: impl Fn(u128, u128) -> u128,
    ) {
        expand(&mut self.schedule, key);
        let mut hash_key = [0; 16];
        ctr(&self.schedule, 0, &mut hash_key, Source::Zero);
        self.powers[POWERS - 1] = ghash::form(u128::from_be_bytes(hash_key));
        for n in 2..=blocks.min(POWERS) {
            let halves = [n / 2, n - n / 2].map(|power| self.powers[POWERS - power]);
            self.powers[POWERS - n] = dot(halves[0], halves[1]);
        }
        wipe(&mut hash_key);
    }

    /// Returns the powers of H from the `count`th, at most [`POWERS`], down to the first.
    #[inline(always)]
    pub(super) fn powers(&self, count: usize) -> &[u128] {
        &self.powers[POWERS - count..]
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        wipe(&mut self.powers);
    }
}
