//! Salsa20 and XSalsa20 in plain integers, several blocks side by side.
//!
//! Origin: D. J. Bernstein, "Salsa20 specification" (2005) and "Extending the Salsa20 nonce"
//! (2011), from the text. The state is sixteen rows of `N` lanes, lane `l` being block
//! `counter + l`, so that a compiler may put the lanes into vectors of whatever width it is
//! allowed; `portable_*.rs` compile this source under CPU feature sets. All arithmetic is modulo
//! 2^32, so no bound is held back.

use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops, Source};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the Salsa20 specification"),
    ops: Ops { xor },
};

pub(crate) const BLOCK: usize = 64;

/// "expand 32-byte k", the diagonal of every state.
pub(crate) const SIGMA: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Enough blocks side by side to hide the latency of the rounds.
const LANES: usize = 4;

fn xor(out: &mut [u8], source: Source<'_>, key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    xsalsa20::<LANES>(out, source, key, nonce);
}

/// XSalsa20 from block 0 on, `N` blocks side by side.
#[inline(always)]
pub(super) fn xsalsa20<const N: usize>(
    out: &mut [u8],
    source: Source<'_>,
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
) {
    let mut state = extended(key, nonce);
    salsa20::<N>(out, source, &mut state);
    wipe(&mut state);
}

/// The state of Salsa20 at block 0 for XSalsa20's key and nonce.
#[inline(always)]
pub(crate) fn extended(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> [u32; 16] {
    let mut subkey = hsalsa20(key, &core::array::from_fn(|i| nonce[i]));
    let state = expand(&subkey, [word(nonce, 4), word(nonce, 5), 0, 0]);
    wipe(&mut subkey);
    state
}

/// Salsa20 from the block on that `state` counts, which is left at the block after the last.
#[inline(always)]
pub(crate) fn salsa20<const N: usize>(
    out: &mut [u8],
    mut source: Source<'_>,
    state: &mut [u32; 16],
) {
    let mut keystream = [[0_u8; BLOCK]; N];
    for piece in out.chunks_mut(BLOCK * N) {
        blocks(&mut keystream, state);
        advance(state, piece.len().div_ceil(BLOCK) as u64);
        source.xor(piece, keystream.as_flattened());
        source = source.skip(piece.len());
    }
    wipe(keystream.as_flattened_mut());
}

/// Counts on by that many blocks.
#[inline(always)]
pub(crate) fn advance(state: &mut [u32; 16], blocks: u64) {
    let counter = u64::from(state[8]) | u64::from(state[9]) << 32;
    let counter = counter.wrapping_add(blocks);
    state[8] = counter as u32;
    state[9] = (counter >> 32) as u32;
}

/// HSalsa20: the rounds without the final addition; the words out are those that went in as
/// constants and nonce.
#[inline(always)]
pub(crate) fn hsalsa20(key: &[u8; 32], nonce: &[u8; 16]) -> [u32; 8] {
    let input = core::array::from_fn(|i| word(nonce, i));
    let mut rows = expand(&core::array::from_fn(|i| word(key, i)), input).map(|w| [w]);
    rounds(&mut rows);
    let subkey = [0, 5, 10, 15, 6, 7, 8, 9].map(|i: usize| rows[i][0]);
    wipe(rows.as_flattened_mut());
    subkey
}

/// The state from eight words of key and four of nonce and counter.
#[inline(always)]
fn expand(key: &[u32; 8], input: [u32; 4]) -> [u32; 16] {
    let [k0, k1, k2, k3, k4, k5, k6, k7] = *key;
    let [n0, n1, n2, n3] = input;
    let [s0, s1, s2, s3] = SIGMA;
    [s0, k0, k1, k2, k3, s1, n0, n1, n2, n3, s2, k4, k5, k6, k7, s3]
}

#[inline(always)]
fn word(bytes: &[u8], index: usize) -> u32 {
    let at = 4 * index;
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// `N` blocks of keystream from the block on that `state` counts.
#[inline(always)]
fn blocks<const N: usize>(keystream: &mut [[u8; BLOCK]; N], state: &[u32; 16]) {
    let mut start = state.map(|w| [w; N]);
    for lane in 0..N {
        let mut own = *state;
        advance(&mut own, lane as u64);
        start[8][lane] = own[8];
        start[9][lane] = own[9];
    }
    let mut rows = start;
    rounds(&mut rows);
    for (row, start) in rows.iter_mut().zip(&start) {
        for (word, start) in row.iter_mut().zip(start) {
            *word = word.wrapping_add(*start);
        }
    }
    for (lane, block) in keystream.iter_mut().enumerate() {
        for (bytes, row) in block.chunks_exact_mut(4).zip(&rows) {
            bytes.copy_from_slice(&row[lane].to_le_bytes());
        }
    }
    wipe(rows.as_flattened_mut());
    wipe(start.as_flattened_mut());
}

/// The twenty rounds on `N` states side by side.
#[inline(always)]
fn rounds<const N: usize>(rows: &mut [[u32; N]; 16]) {
    for _ in 0..10 {
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

#[inline(always)]
fn quarter<const N: usize>(rows: &mut [[u32; N]; 16], a: usize, b: usize, c: usize, d: usize) {
    step::<N, 7>(rows, b, a, d);
    step::<N, 9>(rows, c, b, a);
    step::<N, 13>(rows, d, c, b);
    step::<N, 18>(rows, a, d, c);
}

/// `to ^= (x + y) <<< R` in every lane.
#[inline(always)]
fn step<const N: usize, const R: u32>(rows: &mut [[u32; N]; 16], to: usize, x: usize, y: usize) {
    for lane in 0..N {
        rows[to][lane] ^= rows[x][lane].wrapping_add(rows[y][lane]).rotate_left(R);
    }
}
