//! Salsa20 and XSalsa20 in plain integers, and Salsa20 with fewer rounds.
//!
//! Origin: D. J. Bernstein, "Salsa20 specification" (2005), from the text. `portable_*.rs` compile
//! this source under CPU feature sets.

use super::{Ops, Source};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::shared::arx::{self, Cipher, word, xor_rotated_sum};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the Salsa20 specification").checked(),
    ops: Ops { xor: salsa20, reduced: [salsa::<12>, salsa::<8>] },
};

/// The number of parallel blocks: enough to hide the latency of the rounds, few enough for the
/// registers.
const LANES: usize = 1;

/// Computes Salsa20, starting at the block counter of `state`.
#[inline(always)]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    salsa::<20>(state, out, source);
}

/// Like [`salsa20`], with `ROUNDS` rounds.
// Not inlined: under wider features the compiler would vectorise a single block, and lose.
#[inline(never)]
pub(crate) fn salsa<const ROUNDS: usize>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
) {
    arx::xor::<Salsa20<ROUNDS>, LANES>(state, out, source);
}

/// The positions in the state of the constants, of the key, and of nonce and counter.
pub(super) const SIGMA_AT: [usize; 4] = [0, 5, 10, 15];
pub(super) const KEY_AT: [usize; 8] = [1, 2, 3, 4, 11, 12, 13, 14];
pub(super) const INPUT_AT: [usize; 4] = [6, 7, 8, 9];

/// Fills the state with the key, four words of nonce and counter, and the constants.
#[inline(always)]
pub(super) fn fill(state: &mut [u32; 16], key: &[u8; 32], input: [u32; 4], constants: [u32; 4]) {
    put(state, SIGMA_AT, constants);
    put(state, INPUT_AT, input);
    for (i, at) in KEY_AT.into_iter().enumerate() {
        state[at] = word(key, i);
    }
}

#[inline(always)]
pub(super) fn put(state: &mut [u32; 16], places: [usize; 4], words: [u32; 4]) {
    for (at, word) in places.into_iter().zip(words) {
        state[at] = word;
    }
}

/// The cipher for [`arx`] with an even number of rounds: a 64-bit counter in words 8 and 9.
#[derive(Debug)]
pub enum Salsa20<const ROUNDS: usize = 20> {}

impl<const ROUNDS: usize> Cipher for Salsa20<ROUNDS> {
    const COUNTER: [usize; 2] = [8, 9];

    fn single(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
        salsa::<ROUNDS>(state, out, source);
    }

    #[inline(always)]
    fn behind_the_rounds(state: &[u32; 16]) -> &[u32; 16] {
        arx::again(state)
    }

    #[inline(always)]
    fn rounds<const N: usize>(rows: &mut [[u32; N]; 16]) {
        for _ in 0..ROUNDS / 2 {
            quarter(rows, 0, 4, 8, 12);
            quarter(rows, 5, 9, 13, 1);
            quarter(rows, 10, 14, 2, 6);
            quarter(rows, 15, 3, 7, 11);
            quarter(rows, 0, 1, 2, 3);
            quarter(rows, 5, 6, 7, 4);
            quarter(rows, 10, 11, 8, 9);
            quarter(rows, 15, 12, 13, 14);
        }
    }
}

#[inline(always)]
fn quarter<const N: usize>(rows: &mut [[u32; N]; 16], a: usize, b: usize, c: usize, d: usize) {
    xor_rotated_sum::<N, 7>(rows, b, a, d);
    xor_rotated_sum::<N, 9>(rows, c, b, a);
    xor_rotated_sum::<N, 13>(rows, d, c, b);
    xor_rotated_sum::<N, 18>(rows, a, d, c);
}
