//! Eight messages side by side in AVX-512 registers, chains sixteen at a time.
//!
//! Origin: own, from RFC 7693, section 3. The words of a short message that are zeros are left out
//! at compile time, rotations and the XOR of three are single instructions. Wins from two messages on.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::blake2b::{INITIAL, SIGMA};
use crate::prim::blake2b_lanes::kernel::kernel;
use crate::prim::blake2b_lanes::rows::{self, Blocks, Lanes};
use crate::prim::blake2b_lanes::{Chains, Messages, Ops, State};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        min_len: 2,
        ..Meta::own("avx512", Features::AVX512F, "own, from RFC 7693, sixteen chains a pass")
    },
    ops: Ops { absorb, step },
};

const LANES: usize = 8;
const GROUPS: usize = 2;
const ALL: usize = LANES * GROUPS;

/// A word of each lane.
type Row<const G: usize> = [__m512i; G];

#[target_feature(enable = "avx512f")]
fn absorb(states: &mut [State], messages: Messages<'_>) {
    rows::absorb(states, messages, |blocks| compress(blocks));
}

#[target_feature(enable = "avx512f")]
fn step(chains: &mut Chains<'_>, steps: u32, first_steps: Option<&[u32]>) {
    rows::step(chains, steps, first_steps, |lanes, used, words, steps| {
        advance(lanes, used, words, steps);
    });
}

kernel!(#[target_feature(enable = "avx512f")]);

#[inline]
#[target_feature(enable = "avx512f")]
fn add<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm512_add_epi64(a[group], b[group]);
    }
    a
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm512_xor_si512(a[group], b[group]);
    }
    a
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and<const G: usize>(mut a: Row<G>, b: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm512_and_si512(a[group], b[group]);
    }
    a
}

/// The XOR of all three.
#[inline]
#[target_feature(enable = "avx512f")]
fn xor3<const G: usize>(mut a: Row<G>, b: Row<G>, c: Row<G>) -> Row<G> {
    for group in 0..G {
        a[group] = _mm512_ternarylogic_epi64::<0x96>(a[group], b[group], c[group]);
    }
    a
}

/// Every word rotated to the right by `R`.
#[inline]
#[target_feature(enable = "avx512f")]
fn rotr<const R: i32, const G: usize>(mut row: Row<G>) -> Row<G> {
    for group in 0..G {
        row[group] = _mm512_ror_epi64::<R>(row[group]);
    }
    row
}

/// All ones where a word is zero, zeros elsewhere.
#[inline]
#[target_feature(enable = "avx512f")]
fn eq0_mask<const G: usize>(mut row: Row<G>) -> Row<G> {
    for group in 0..G {
        let mask = _mm512_testn_epi64_mask(row[group], row[group]);
        row[group] = _mm512_maskz_set1_epi64(mask, -1);
    }
    row
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat<const G: usize>(word: u64) -> Row<G> {
    [_mm512_set1_epi64(word.cast_signed()); G]
}

/// The first `G` groups of a row.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load<const G: usize, const L: usize>(words: &[u64; L]) -> Row<G> {
    const { assert!(G * LANES <= L) };
    let mut row = [_mm512_setzero_si512(); G];
    for group in 0..G {
        // SAFETY: the group's eight words lie within the `L`, and the load asks for no alignment.
        row[group] = unsafe { _mm512_loadu_si512(words.as_ptr().add(group * LANES).cast()) };
    }
    row
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store<const G: usize, const L: usize>(words: &mut [u64; L], row: Row<G>) {
    const { assert!(G * LANES <= L) };
    for group in 0..G {
        // SAFETY: the group's eight words lie within the `L`, and the store asks for no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().add(group * LANES).cast(), row[group]) };
    }
}
