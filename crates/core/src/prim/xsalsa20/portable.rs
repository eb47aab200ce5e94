//! Salsa20 and XSalsa20 in plain integers.
//!
//! Origin: D. J. Bernstein, "Salsa20 specification" (2005) and "Extending the Salsa20 nonce"
//! (2011), from the text. `portable_*.rs` compile this source under CPU feature sets.

use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops, Source};
use crate::prim::arx::{self, Cipher, SIGMA, word, xor_rotated_sum};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the Salsa20 specification").checked(),
    ops: Ops { xor },
};

/// Enough blocks side by side to hide the latency of the rounds, few enough for the registers.
const LANES: usize = 1;

fn xor(out: &mut [u8], source: Source<'_>, key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    xor_with(out, source, key, nonce, salsa20);
}

/// Salsa20 from the block on that `state` counts.
// Not inlined: under wider features the compiler would vectorise a single block, and lose.
#[inline(never)]
pub(crate) fn salsa20(out: &mut [u8], source: Source<'_>, state: &mut [u32; 16]) {
    arx::xor::<Salsa20, LANES>(out, source, state);
}

/// XSalsa20 from block 0 on, by a given Salsa20.
#[inline(always)]
pub(super) fn xor_with(
    out: &mut [u8],
    source: Source<'_>,
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    salsa20: impl Fn(&mut [u8], Source<'_>, &mut [u32; 16]),
) {
    let mut state = extended(key, nonce);
    salsa20(out, source, &mut state);
    wipe(&mut state);
}

/// The state of Salsa20 at block 0 for XSalsa20's key and nonce.
#[inline(never)]
pub(crate) fn extended(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> [u32; 16] {
    let mut subkey = hsalsa20(key, &core::array::from_fn(|i| nonce[i]));
    let state = expand(&subkey, [word(nonce, 4), word(nonce, 5), 0, 0]);
    wipe(&mut subkey);
    state
}

/// HSalsa20: the words out are those that went in as constants and nonce.
#[inline(always)]
pub(crate) fn hsalsa20(key: &[u8; 32], nonce: &[u8; 16]) -> [u32; 8] {
    let mut key_words: [u32; 8] = core::array::from_fn(|i| word(key, i));
    let mut state = expand(&key_words, core::array::from_fn(|i| word(nonce, i)));
    let mut words = arx::permuted::<Salsa20>(&state);
    let subkey = [0, 5, 10, 15, 6, 7, 8, 9].map(|i: usize| words[i]);
    wipe(&mut key_words);
    wipe(&mut state);
    wipe(&mut words);
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

/// The cipher for [`arx`]: a 64-bit counter in words 8 and 9.
pub(crate) struct Salsa20;

impl Cipher for Salsa20 {
    const COUNTER: [usize; 2] = [8, 9];

    fn single(out: &mut [u8], source: Source<'_>, state: &mut [u32; 16]) {
        salsa20(out, source, state);
    }

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
}

#[inline(always)]
fn quarter<const N: usize>(rows: &mut [[u32; N]; 16], a: usize, b: usize, c: usize, d: usize) {
    xor_rotated_sum::<N, 7>(rows, b, a, d);
    xor_rotated_sum::<N, 9>(rows, c, b, a);
    xor_rotated_sum::<N, 13>(rows, d, c, b);
    xor_rotated_sum::<N, 18>(rows, a, d, c);
}
