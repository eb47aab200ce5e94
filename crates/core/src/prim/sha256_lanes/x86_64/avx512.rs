//! SHA-256 of sixteen or thirty-two messages in AVX-512.
//!
//! Origin: own, from FIPS 180-4, section 6.2, with one message per lane. Rotations and the
//! functions of three words take one instruction each. Each round waits for the previous round, so
//! thirty-two messages take little longer than sixteen: wins from about a dozen messages on. All
//! arithmetic is modulo 2^32 and needs no bounds.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_cmpgt_epi32_mask, _mm512_loadu_si512,
    _mm512_maskz_set1_epi32, _mm512_or_si512, _mm512_ror_epi32, _mm512_set1_epi32,
    _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512, _mm512_ternarylogic_epi32,
};

use super::kernel::{kernel, rounds, scheduled_rounds};
use super::rows::{self, Blocks, ChainLanes};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::K;
use crate::prim::sha256_lanes::input::{Chains, Messages};
use crate::prim::sha256_lanes::{INITIAL, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "avx512",
        Features::AVX512F,
        "own, from FIPS 180-4, up to 32 messages side by side",
    ),
    ops: Ops { hash, advance },
};

/// Lanes of one vector.
const LANES: usize = 16;
/// Lanes of two vectors.
const MAX_LANES: usize = 2 * LANES;

/// One word of each message.
type Words = __m512i;

kernel!("avx512f");

#[inline]
#[target_feature(enable = "avx512f")]
fn add(a: Words, b: Words) -> Words {
    _mm512_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(a: Words, b: Words) -> Words {
    _mm512_and_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: Words, b: Words) -> Words {
    _mm512_or_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor3(a: Words, b: Words, c: Words) -> Words {
    _mm512_ternarylogic_epi32::<0x96>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn choice(e: Words, f: Words, g: Words) -> Words {
    _mm512_ternarylogic_epi32::<0xca>(e, f, g)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn majority(a: Words, b: Words, c: Words) -> Words {
    _mm512_ternarylogic_epi32::<0xe8>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn blend(mask: Words, ones: Words, zeros: Words) -> Words {
    _mm512_ternarylogic_epi32::<0xca>(mask, ones, zeros)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn gt_mask(a: Words, b: Words) -> Words {
    _mm512_maskz_set1_epi32(_mm512_cmpgt_epi32_mask(a, b), -1)
}

/// Rotates every word to the right by `R`, which is `32 - L`.
#[inline]
#[target_feature(enable = "avx512f")]
fn rotr<const R: i32, const L: i32>(words: Words) -> Words {
    _mm512_ror_epi32::<R>(words)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn right<const R: u32>(words: Words) -> Words {
    _mm512_srli_epi32::<R>(words)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn left<const L: u32>(words: Words) -> Words {
    _mm512_slli_epi32::<L>(words)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(word: u32) -> Words {
    _mm512_set1_epi32(word.cast_signed())
}

/// Loads vector `number` of a row.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(row: &[u32; MAX_LANES], number: usize) -> Words {
    let words = &row.as_chunks::<LANES>().0[number];
    // SAFETY: `words` has the length of a vector, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Stores a vector as number `number` of a row.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store(row: &mut [u32; MAX_LANES], number: usize, vector: Words) {
    let words = &mut row.as_chunks_mut::<LANES>().0[number];
    // SAFETY: `words` has the length of a vector, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), vector) };
}
