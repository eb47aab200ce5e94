//! The Keccak sponge (FIPS 202, sections 4, 5.1 and 6.2; RFC 9861, section 2). SHA-3, SHAKE and
//! TurboSHAKE differ only in rate, domain and number of rounds. The selected candidate of
//! [`keccak`] permutes the state; this file implements everything else once.

use alloc::boxed::Box;
use core::fmt;

use crate::choose::Runnable;
use crate::error::{Error, Result};
pub use crate::prim::keccak::Rounds;
use crate::prim::keccak::{Ops, Permutation, State};
use crate::wipe::wipe;

/// The domain of SHAKE, and TurboSHAKE's default.
pub const STANDARD: u8 = 0x1f;

/// A sponge that uses a candidate's permutation. `RATE` is the number of bytes absorbed or squeezed
/// per permutation.
#[derive(Clone, Copy, Debug)]
pub struct Sponge<const RATE: usize> {
    permutation: Permutation,
}

impl<const RATE: usize> Sponge<RATE> {
    /// Returns the sponge with the selected candidate.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    #[inline]
    pub fn chosen(rounds: Rounds) -> Result<Self> {
        Ok(Self { permutation: Permutation::chosen(rounds)? })
    }

    /// Returns the sponge with a named candidate.
    #[inline]
    #[must_use]
    pub fn by(candidate: Runnable<Ops>, rounds: Rounds) -> Self {
        Self { permutation: candidate.permutation(rounds) }
    }

    /// Fills `out` with the beginning of the output for the concatenated parts.
    pub fn hash(self, domain: u8, out: &mut [u8], parts: &[&[u8]]) {
        let mut state = [0; 25];
        let mut at = 0;
        for part in parts {
            at = self.absorb(&mut state, at, part);
        }
        pad::<RATE>(&mut state, at, domain);
        for block in out.chunks_mut(RATE) {
            self.permutation.permute(&mut state);
            copy(block, &state, 0);
        }
        wipe(&mut state);
    }

    /// Starts incremental hashing of a message.
    #[must_use]
    pub fn hasher(self, domain: u8) -> Hasher<RATE> {
        Hasher { sponge: self, absorbed: Box::new(Absorbed::initial(domain)) }
    }

    /// Absorbs bytes into a block that already contains `at` bytes, and into the blocks after it.
    /// Returns the number of bytes that the last block then contains.
    fn absorb(self, state: &mut State, mut at: usize, mut bytes: &[u8]) -> usize {
        while bytes.len() >= RATE - at {
            let (head, rest) = bytes.split_at(RATE - at);
            xor(state, at, head);
            self.permutation.permute(state);
            (at, bytes) = (0, rest);
        }
        xor(state, at, bytes);
        at + bytes.len()
    }
}

/// Checks a TurboSHAKE domain (RFC 9861, section 2.2).
pub(super) fn checked(domain: u8) -> Result<u8> {
    if matches!(domain, 1..=0x7f) {
        return Ok(domain);
    }
    Err(Error::parameter("domain", "from 1 to 127", domain.into()))
}

/// XORs bytes into the block at byte `at`.
#[inline(always)]
fn xor(state: &mut State, at: usize, bytes: &[u8]) {
    let mut one = |at: usize, byte: u8| state[at / 8] ^= u64::from(byte) << (8 * (at % 8));
    let (head, bytes) = bytes.split_at(bytes.len().min(at.wrapping_neg() % 8));
    head.iter().zip(at..).for_each(|(byte, at)| one(at, *byte));
    let (words, tail) = bytes.as_chunks::<8>();
    let at = at + head.len();
    tail.iter().zip(at + 8 * words.len()..).for_each(|(byte, at)| one(at, *byte));
    for (lane, word) in state[at / 8..].iter_mut().zip(words) {
        *lane ^= u64::from_le_bytes(*word);
    }
}

/// XORs the domain, which includes the first padding bit, and the rest of pad10*1 up to the end of
/// the block.
#[inline(always)]
fn pad<const RATE: usize>(state: &mut State, at: usize, domain: u8) {
    state[at / 8] ^= u64::from(domain) << (8 * (at % 8));
    state[RATE / 8 - 1] ^= 1 << 63;
}

/// Copies bytes from the block to `out`, beginning at byte `at` of the block.
#[inline(always)]
fn copy(out: &mut [u8], state: &State, at: usize) {
    let one = |at: usize| (state[at / 8] >> (8 * (at % 8))) as u8;
    let (head, rest) = out.split_at_mut(out.len().min(at.wrapping_neg() % 8));
    head.iter_mut().zip(at..).for_each(|(byte, at)| *byte = one(at));
    let at = at + head.len();
    let (words, tail) = rest.as_chunks_mut::<8>();
    tail.iter_mut().zip(at + 8 * words.len()..).for_each(|(byte, at)| *byte = one(at));
    for (word, lane) in words.iter_mut().zip(&state[at / 8..]) {
        *word = lane.to_le_bytes();
    }
}

/// The incremental state for a caller with its own memory, such as a C program. It contains neither
/// a candidate nor an address, so its bytes may be copied. Not wiped when dropped.
#[repr(C)]
pub struct Absorbed<const RATE: usize> {
    state: State,
    /// The number of bytes of the current block that have been absorbed or, for output, read.
    at: usize,
    domain: u8,
    /// Whether the message is complete.
    is_read: bool,
}

impl<const RATE: usize> Absorbed<RATE> {
    /// The state of the empty message. RFC 9861 requires a domain from 1 to 127.
    #[must_use]
    pub const fn initial(domain: u8) -> Self {
        Self { state: [0; 25], at: 0, domain, is_read: false }
    }

    /// Returns whether output has been read, after which the message cannot be extended.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// Adds the next piece of the message.
    pub fn update(&mut self, by: Sponge<RATE>, piece: &[u8]) {
        self.at = by.absorb(&mut self.state, self.at, piece);
    }

    /// Fills `out` with the next bytes of the output.
    pub fn read(&mut self, by: Sponge<RATE>, out: &mut [u8]) {
        if !self.is_read {
            pad::<RATE>(&mut self.state, self.at, self.domain);
            (self.at, self.is_read) = (RATE, true);
        }
        let mut done = 0;
        while done < out.len() {
            if self.at == RATE {
                by.permutation.permute(&mut self.state);
                self.at = 0;
            }
            let count = (out.len() - done).min(RATE - self.at);
            copy(&mut out[done..done + count], &self.state, self.at);
            self.at += count;
            done += count;
        }
    }

    /// Fills `out` with the beginning of the output, at most one block, and wipes the state.
    pub fn finish(&mut self, by: Sponge<RATE>, out: &mut [u8]) {
        pad::<RATE>(&mut self.state, self.at, self.domain);
        by.permutation.permute(&mut self.state);
        copy(&mut out[..], &self.state, 0);
        wipe(&mut self.state);
        self.is_read = true;
    }

    fn copy_from(&mut self, other: &Self) {
        self.state.copy_from_slice(&other.state);
        (self.at, self.domain, self.is_read) = (other.at, other.domain, other.is_read);
    }
}

impl<const RATE: usize> fmt::Debug for Absorbed<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Absorbed(..)")
    }
}

/// Incremental hashing of a message. Bound to a candidate when created; stores only the state and
/// wipes it when dropped.
pub struct Hasher<const RATE: usize> {
    sponge: Sponge<RATE>,
    /// Boxed, so that moving the value does not leave copies.
    absorbed: Box<Absorbed<RATE>>,
}

impl<const RATE: usize> Hasher<RATE> {
    /// Adds the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.absorbed.update(self.sponge, piece);
    }

    /// Finishes the message and returns a reader at the beginning of the output.
    #[must_use]
    pub fn finish(self) -> Reader<RATE> {
        Reader(self)
    }
}

impl<const RATE: usize> Clone for Hasher<RATE> {
    fn clone(&self) -> Self {
        let mut absorbed = Box::new(Absorbed::initial(0));
        absorbed.copy_from(&self.absorbed);
        Self { sponge: self.sponge, absorbed }
    }
}

impl<const RATE: usize> Drop for Hasher<RATE> {
    fn drop(&mut self) {
        wipe(&mut self.absorbed.state);
    }
}

impl<const RATE: usize> fmt::Debug for Hasher<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher(..)")
    }
}

/// Incremental output. Wipes its state when dropped.
#[derive(Clone)]
pub struct Reader<const RATE: usize>(Hasher<RATE>);

impl<const RATE: usize> Reader<RATE> {
    /// Fills `out` with the next bytes of the output.
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.absorbed.read(self.0.sponge, out);
    }
}

impl<const RATE: usize> fmt::Debug for Reader<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader(..)")
    }
}

/// Incremental hashing with a digest of fixed length (FIPS 202, section 6.1).
#[derive(Clone)]
pub struct Digest<const RATE: usize, const LEN: usize>(Hasher<RATE>);

impl<const RATE: usize, const LEN: usize> Digest<RATE, LEN> {
    pub(super) fn begin(sponge: Sponge<RATE>, domain: u8) -> Self {
        Self(sponge.hasher(domain))
    }

    /// Adds the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the digest of all pieces so far; more may follow.
    #[must_use]
    pub fn digest(&self) -> [u8; LEN] {
        let mut digest = [0; LEN];
        self.0.clone().finish().read(&mut digest);
        digest
    }
}

impl<const RATE: usize, const LEN: usize> fmt::Debug for Digest<RATE, LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(..)")
    }
}
