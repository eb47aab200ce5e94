//! Four messages side by side in AVX2 registers, chains eight at a time.
//!
//! Origin: own, from RFC 7693, section 3. The words of a short message that are zeros are left out
//! at compile time; rotations by whole bytes are shuffles. Wins from three messages on.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::blake2b::{INITIAL, SIGMA};
use crate::prim::blake2b_lanes::kernel::kernel;
use crate::prim::blake2b_lanes::rows::{self, Blocks, Lanes};
use crate::prim::blake2b_lanes::{Chains, Messages, Ops, State};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        min_len: 3,
        ..Meta::own("avx2", Features::AVX2, "own, from RFC 7693, eight chains a pass").checked()
    },
    ops: Ops { absorb, step },
};

const LANES: usize = 4;
const GROUPS: usize = 2;
const ALL: usize = LANES * GROUPS;

/// A word of each lane.
type Row<const G: usize> = [__m256i; G];

#[target_feature(enable = "avx2")]
fn absorb(states: &mut [State], messages: Messages<'_>) {
    rows::absorb(states, messages, |blocks| compress(blocks));
}

#[target_feature(enable = "avx2")]
fn step(chains: &mut Chains<'_>, steps: u32, first_steps: Option<&[u32]>) {
    rows::step(chains, steps, first_steps, |lanes, used, words, steps| {
        advance(lanes, used, words, steps);
    });
}

kernel!(#[target_feature(enable = "avx2")]);

#[inline]
#[target_feature(enable = "avx2")]
fn add<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm256_add_epi64(a[group], b[group]);
    }
    a
}

#[inline]
#[target_feature(enable = "avx2")]
fn xor<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm256_xor_si256(a[group], b[group]);
    }
    a
}

#[inline]
#[target_feature(enable = "avx2")]
fn and<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm256_and_si256(a[group], b[group]);
    }
    a
}

/// The XOR of all three.
#[inline]
#[target_feature(enable = "avx2")]
fn xor3<const G: usize>(mut a: Row<G>, b: Row<G>, c: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm256_xor_si256(a[group], _mm256_xor_si256(b[group], c[group]));
    }
    a
}

/// Every word rotated to the right by `R`.
#[inline]
#[target_feature(enable = "avx2")]
fn rotr<const R: i32, const G: usize>(mut row: Row<G>) -> Row<G> {
    // Byte `i` comes from byte `i + R / 8` of its word, for the rotations by 16 and 24.
    let sixteen = _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
    let twenty_four = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
    for group in 0..G {
        let words = row[group];
        row[group] = match R {
            16 => _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(sixteen)),
            24 => _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(twenty_four)),
            32 => _mm256_shuffle_epi32::<0b10_11_00_01>(words),
            _ => {
                const { assert!(R == 16 || R == 24 || R == 32 || R == 63) };
                _mm256_or_si256(_mm256_add_epi64(words, words), _mm256_srli_epi64::<63>(words))
            }
        };
    }
    row
}

/// All ones where a word is zero, zeros elsewhere.
#[inline]
#[target_feature(enable = "avx2")]
fn eq0_mask<const G: usize>(mut row: Row<G>) -> Row<G> {
    for group in 0..G {
        row[group] = _mm256_cmpeq_epi64(row[group], _mm256_setzero_si256());
    }
    row
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat<const G: usize>(word: u64) -> Row<G> {
    [_mm256_set1_epi64x(word.cast_signed()); G]
}

/// The first `G` groups of a row.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load<const G: usize, const L: usize>(words: &[u64; L]) -> Row<G> {
    const { assert!(G * LANES <= L) };
    let mut row = [_mm256_setzero_si256(); G];
    for group in 0..G {
        // SAFETY: the group's four words lie within the `L`, and the load asks for no alignment.
        row[group] = unsafe { _mm256_loadu_si256(words.as_ptr().add(group * LANES).cast()) };
    }
    row
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn store<const G: usize, const L: usize>(words: &mut [u64; L], row: Row<G>) {
    const { assert!(G * LANES <= L) };
    for group in 0..G {
        // SAFETY: the group's four words lie within the `L`, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().add(group * LANES).cast(), row[group]) };
    }
}
