//! The compression function of Argon2 in plain 64-bit integers.
//!
//! Origin: written from RFC 9106, sections 3.5 and 3.6. All arithmetic wraps modulo 2^64, without
//! bounds to track.

use super::block::{Block, WORDS};
use super::{Candidate, Features, Meta, Ops};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 9106").checked(),
    ops: Ops { compress },
};

fn compress(out: &mut Block, first: &Block, second: &Block, onto: bool) {
    let mut state = [0; WORDS];
    for (word, (first, second)) in state.iter_mut().zip(first.0.iter().zip(&second.0)) {
        *word = first ^ second;
    }
    for (out, word) in out.0.iter_mut().zip(&state) {
        *out = if onto { *out ^ word } else { *word };
    }
    // A row has sixteen words; a column has two words in each row.
    for row in state.as_chunks_mut::<16>().0 {
        permute(row);
    }
    for column in 0..8 {
        let place = |word: usize| 16 * (word / 2) + 2 * column + word % 2;
        let mut words: [u64; 16] = core::array::from_fn(|word| state[place(word)]);
        permute(&mut words);
        for (word, value) in words.iter().enumerate() {
            state[place(word)] = *value;
        }
    }
    for (out, word) in out.0.iter_mut().zip(&state) {
        *out ^= word;
    }
    wipe(&mut state);
}

/// The permutation P: a round of BLAKE2b without a message.
#[inline(always)]
fn permute(v: &mut [u64; 16]) {
    mix(v, [0, 4, 8, 12]);
    mix(v, [1, 5, 9, 13]);
    mix(v, [2, 6, 10, 14]);
    mix(v, [3, 7, 11, 15]);
    mix(v, [0, 5, 10, 15]);
    mix(v, [1, 6, 11, 12]);
    mix(v, [2, 7, 8, 13]);
    mix(v, [3, 4, 9, 14]);
}

/// The function GB.
#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4]) {
    v[a] = add(v[a], v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = add(v[c], v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = add(v[a], v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = add(v[c], v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

/// Returns `x + y` plus twice the product of their lower halves.
#[inline(always)]
fn add(x: u64, y: u64) -> u64 {
    let product = u64::from(x as u32) * u64::from(y as u32);
    x.wrapping_add(y).wrapping_add(product << 1)
}
