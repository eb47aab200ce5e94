//! SHA-256 with the SHA instructions.
//!
//! Origin: own, from FIPS 180-4, section 6.2, and the description of the instructions in the Intel
//! Software Developer's Manual, volume 2. One `sha256rnds2` performs two rounds and needs the
//! working variables in the order ABEF and CDGH, into which the state is converted once per call.
//! The chain of 32 such instructions per block bounds the speed and hides the schedule's latency.
//! Wins wherever it can run.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_loadu_si128, _mm_set_epi64x, _mm_setzero_si128,
    _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32, _mm_shuffle_epi8,
    _mm_shuffle_epi32, _mm_storeu_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::{self, Block, K, State};
use crate::prim::sha256::{DIGEST_LEN, Ops};

/// The features that the functions of this module need.
pub(crate) const NEEDS: Features = Features::SHA.and(Features::SSE41);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("shani", NEEDS, "own, from FIPS 180-4 and Intel's manual"),
    ops: Ops { hash, absorb: compress },
};

/// Returns the SHA-256 of the optional first block and all parts.
#[target_feature(enable = "sha,sse4.1")]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, |state, blocks| compress(state, blocks))
}

/// Compresses the blocks into the state.
#[target_feature(enable = "sha,sse4.1")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    let (halves, _) = state.as_chunks_mut();
    // Least significant word first: BADC, FEHG.
    let badc = _mm_shuffle_epi32::<0b10_11_00_01>(load(&halves[0]));
    let fehg = _mm_shuffle_epi32::<0b10_11_00_01>(load(&halves[1]));
    let mut abef = _mm_unpacklo_epi64(fehg, badc);
    let mut cdgh = _mm_unpackhi_epi64(fehg, badc);
    for block in blocks {
        let (was_abef, was_cdgh) = (abef, cdgh);
        rounds(&mut abef, &mut cdgh, block);
        abef = _mm_add_epi32(abef, was_abef);
        cdgh = _mm_add_epi32(cdgh, was_cdgh);
    }
    halves[0] = words(_mm_shuffle_epi32::<0b10_11_00_01>(_mm_unpackhi_epi64(abef, cdgh)));
    halves[1] = words(_mm_shuffle_epi32::<0b10_11_00_01>(_mm_unpacklo_epi64(abef, cdgh)));
}

/// Performs the 64 rounds over one block.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn rounds(abef: &mut __m128i, cdgh: &mut __m128i, block: &Block) {
    let big_endian = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    let (rows, _) = block.as_chunks::<16>();
    let mut window = [_mm_setzero_si128(); 4];
    for (words, row) in window.iter_mut().zip(rows) {
        *words = _mm_shuffle_epi8(load(row), big_endian);
    }
    macro_rules! groups {
        ($($group:literal)*) => {$( four_rounds::<$group>(abef, cdgh, &mut window); )*};
    }
    groups!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Performs rounds `4 * GROUP` to `4 * GROUP + 3` and replaces their words with the words sixteen
/// rounds later.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn four_rounds<const GROUP: usize>(
    abef: &mut __m128i,
    cdgh: &mut __m128i,
    window: &mut [__m128i; 4],
) {
    let (constants, _) = K.as_chunks::<4>();
    let words = window[GROUP % 4];
    let sum = _mm_add_epi32(words, load(&constants[GROUP]));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32::<0b11_10>(sum));
    if GROUP < 12 {
        let (next, later, last) =
            (window[(GROUP + 1) % 4], window[(GROUP + 2) % 4], window[(GROUP + 3) % 4]);
        let seven_back = _mm_alignr_epi8::<4>(last, later);
        let most = _mm_add_epi32(_mm_sha256msg1_epu32(words, next), seven_back);
        window[GROUP % 4] = _mm_sha256msg2_epu32(most, last);
    }
}

#[inline]
#[target_feature(enable = "sse2")]
#[allow(unsafe_code)]
fn load<const N: usize, T>(row: &[T; N]) -> __m128i {
    const { assert!(size_of::<[T; N]>() == 16) };
    // SAFETY: `row` is 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(core::ptr::from_ref(row).cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
#[allow(unsafe_code)]
fn words(row: __m128i) -> [u32; 4] {
    let mut words = [0; 4];
    // SAFETY: `words` is 16 writable bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), row) };
    words
}
