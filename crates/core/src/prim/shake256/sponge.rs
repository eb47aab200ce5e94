//! From a message to the state and from the state to the output, for every candidate (FIPS 202,
//! sections 4, 5.1 and 6.2).

use alloc::boxed::Box;
use core::fmt;

use super::RATE;
use crate::wipe::wipe;

/// The lanes of the state: lane x, y is word `x + 5 * y`.
pub(super) type State = [u64; 25];

/// Keccak-f[1600].
pub(super) type Permute = unsafe fn(&mut State);

/// The output's first bytes of all parts.
#[inline(always)]
pub(super) fn hash(out: &mut [u8], parts: &[&[u8]], permute: impl Fn(&mut State)) {
    let mut state = [0; 25];
    let mut at = 0;
    for part in parts {
        at = absorb(&mut state, at, part, &permute);
    }
    pad(&mut state, at);
    for block in out.chunks_mut(RATE) {
        permute(&mut state);
        copy(block, &state, 0);
    }
    wipe(&mut state);
}

/// Takes bytes where `at` of a block have come already; gives how many of the next have come then.
#[inline(always)]
fn absorb(
    state: &mut State,
    mut at: usize,
    mut bytes: &[u8],
    permute: impl Fn(&mut State),
) -> usize {
    while bytes.len() >= RATE - at {
        let (head, rest) = bytes.split_at(RATE - at);
        xor(state, at, head);
        permute(state);
        (at, bytes) = (0, rest);
    }
    xor(state, at, bytes);
    at + bytes.len()
}

/// XORs bytes onto the block from byte `at` on.
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

/// The suffix that makes it SHAKE, and pad10*1 to the end of the block.
#[inline(always)]
fn pad(state: &mut State, at: usize) {
    state[at / 8] ^= 0x1f << (8 * (at % 8));
    state[RATE / 8 - 1] ^= 1 << 63;
}

/// Copies the bytes of the block from byte `at` on.
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

/// A state that is bound to a candidate and wiped when it goes out of use.
struct Sponge {
    /// Of a candidate that was runnable.
    permute: Permute,
    /// In a box, so that moving it leaves no copy behind.
    state: Box<State>,
    /// Bytes of the block that have come, or have been read.
    at: usize,
}

impl Clone for Sponge {
    fn clone(&self) -> Self {
        let mut state = Box::new([0; 25]);
        state.copy_from_slice(&*self.state);
        Self { permute: self.permute, state, at: self.at }
    }
}

impl Drop for Sponge {
    fn drop(&mut self) {
        wipe(&mut *self.state);
    }
}

#[allow(unsafe_code)]
fn permute_by(permute: Permute, state: &mut State) {
    // SAFETY: a `Hasher` is made by a `Runnable` alone, which exists only where the processor offers
    // what the candidate needs.
    unsafe { permute(state) }
}

/// A hash of a message that comes piece by piece. It is bound to a candidate when it is made, keeps
/// no more of the message than the state, and is wiped when it goes out of use.
#[derive(Clone)]
pub struct Hasher(Sponge);

impl Hasher {
    /// Nothing of the message has come. The caller has checked that the processor offers what the
    /// candidate needs whose function this is.
    pub(super) fn new(permute: Permute) -> Self {
        Self(Sponge { permute, state: Box::new([0; 25]), at: 0 })
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        let Sponge { permute, state, at } = &mut self.0;
        *at = absorb(state, *at, piece, |state| permute_by(*permute, state));
    }

    /// Ends the message; what comes out is read from the beginning.
    #[must_use]
    pub fn finish(mut self) -> Reader {
        pad(&mut self.0.state, self.0.at);
        self.0.at = RATE;
        Reader(self.0)
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher(..)")
    }
}

/// The output, read piece by piece. It is wiped when it goes out of use.
#[derive(Clone)]
pub struct Reader(Sponge);

impl Reader {
    /// Fills `out` with the next bytes of the output.
    pub fn read(&mut self, out: &mut [u8]) {
        let Sponge { permute, state, at } = &mut self.0;
        let mut done = 0;
        while done < out.len() {
            if *at == RATE {
                permute_by(*permute, state);
                *at = 0;
            }
            let count = (out.len() - done).min(RATE - *at);
            copy(&mut out[done..done + count], state, *at);
            *at += count;
            done += count;
        }
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader(..)")
    }
}
