//! SHA-256 of eight or sixteen messages in AVX2.
//!
//! Origin: own, from FIPS 180-4, section 6.2, with one message per lane. All arithmetic is modulo
//! 2^32 and needs no bounds. Wins on processors without the SHA instructions from a few messages
//! on.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpgt_epi32,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi32, _mm256_slli_epi32, _mm256_srli_epi32,
    _mm256_storeu_si256, _mm256_xor_si256,
};

use super::kernel::{kernel, rounds, scheduled_rounds};
use super::rows::{self, Blocks, ChainLanes};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::K;
use crate::prim::sha256_lanes::input::{Chains, Messages};
use crate::prim::sha256_lanes::{INITIAL, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", Features::AVX2, "own, from FIPS 180-4, up to 16 messages side by side")
        .checked(),
    ops: Ops { hash, advance },
};

/// Lanes of one vector.
const LANES: usize = 8;
/// Lanes of two vectors.
const MAX_LANES: usize = 2 * LANES;

/// One word of each message.
type Words = __m256i;

kernel!("avx2");

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Words, b: Words) -> Words {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn and(a: Words, b: Words) -> Words {
    _mm256_and_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn or(a: Words, b: Words) -> Words {
    _mm256_or_si256(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn xor3(a: Words, b: Words, c: Words) -> Words {
    _mm256_xor_si256(a, _mm256_xor_si256(b, c))
}

#[inline]
#[target_feature(enable = "avx2")]
fn choice(e: Words, f: Words, g: Words) -> Words {
    _mm256_xor_si256(g, _mm256_and_si256(e, _mm256_xor_si256(f, g)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn majority(a: Words, b: Words, c: Words) -> Words {
    let apart = _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(b, c));
    _mm256_xor_si256(b, apart)
}

#[inline]
#[target_feature(enable = "avx2")]
fn blend(mask: Words, ones: Words, zeros: Words) -> Words {
    _mm256_blendv_epi8(zeros, ones, mask)
}

#[inline]
#[target_feature(enable = "avx2")]
fn gt_mask(a: Words, b: Words) -> Words {
    _mm256_cmpgt_epi32(a, b)
}

/// Rotates every word to the right by `R`; `L` is `32 - R`.
#[inline]
#[target_feature(enable = "avx2")]
fn rotr<const R: i32, const L: i32>(words: Words) -> Words {
    const { assert!(R + L == 32) };
    _mm256_or_si256(_mm256_srli_epi32::<R>(words), _mm256_slli_epi32::<L>(words))
}

#[inline]
#[target_feature(enable = "avx2")]
fn right<const R: i32>(words: Words) -> Words {
    _mm256_srli_epi32::<R>(words)
}

#[inline]
#[target_feature(enable = "avx2")]
fn left<const L: i32>(words: Words) -> Words {
    _mm256_slli_epi32::<L>(words)
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(word: u32) -> Words {
    _mm256_set1_epi32(word.cast_signed())
}

/// Loads vector `number` of a row.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(row: &[u32; MAX_LANES], number: usize) -> Words {
    let words = &row.as_chunks::<LANES>().0[number];
    // SAFETY: `words` has the length of a vector, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Stores a vector as number `number` of a row.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn store(row: &mut [u32; MAX_LANES], number: usize, vector: Words) {
    let words = &mut row.as_chunks_mut::<LANES>().0[number];
    // SAFETY: `words` has the length of a vector, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
}
