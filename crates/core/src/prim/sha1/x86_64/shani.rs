//! SHA-1 with the SHA instructions.
//!
//! Origin: own, from FIPS 180-4, section 6.1, and the description of the instructions in the Intel
//! Software Developer's Manual, volume 2. One `sha1rnds4` performs four rounds. A is the highest
//! word of its vector, E the highest word of another. Wins wherever it can run.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_extract_epi32, _mm_loadu_si128, _mm_set_epi32, _mm_set_epi64x,
    _mm_setzero_si128, _mm_sha1msg1_epu32, _mm_sha1msg2_epu32, _mm_sha1nexte_epu32,
    _mm_sha1rnds4_epu32, _mm_shuffle_epi8, _mm_shuffle_epi32, _mm_storeu_si128, _mm_xor_si128,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha1::{Block, DIGEST_LEN, Ops, State, message};

const NEEDS: Features = Features::SHA.and(Features::SSE41);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("shani", NEEDS, "own, from FIPS 180-4 and Intel's manual"),
    ops: Ops { hash, absorb: compress },
};

#[target_feature(enable = "sha,sse4.1")]
fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message(first, parts, |state, blocks| compress(state, blocks))
}

/// The shuffle that reverses the four words.
const REVERSED: i32 = 0b00_01_10_11;

/// Compresses the blocks into the state.
#[target_feature(enable = "sha,sse4.1")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    let (halves, _) = state.as_chunks::<4>();
    let mut abcd = _mm_shuffle_epi32::<REVERSED>(load(&halves[0]));
    let mut e = _mm_set_epi32(state[4].cast_signed(), 0, 0, 0);
    for block in blocks {
        let (was_abcd, was_e) = (abcd, e);
        let before = rounds(&mut abcd, e, block);
        e = _mm_sha1nexte_epu32(before, was_e);
        abcd = _mm_add_epi32(abcd, was_abcd);
    }
    state[..4].copy_from_slice(&words(_mm_shuffle_epi32::<REVERSED>(abcd)));
    state[4] = _mm_extract_epi32::<3>(e).cast_unsigned();
}

/// Performs the 80 rounds over one block. Returns A to D of four rounds before the end, from which
/// the caller derives the final E.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn rounds(abcd: &mut __m128i, e: __m128i, block: &Block) -> __m128i {
    let big_endian = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
    let (rows, _) = block.as_chunks::<16>();
    let mut window = [_mm_setzero_si128(); 4];
    for (words, row) in window.iter_mut().zip(rows) {
        *words = _mm_shuffle_epi8(load(row), big_endian);
    }
    let mut before = *abcd;
    *abcd = _mm_sha1rnds4_epu32::<0>(*abcd, _mm_add_epi32(e, window[0]));
    renew::<0>(&mut window);
    macro_rules! groups {
        ($($function:literal: $($group:literal)*;)*) => {$($(
            let sum = _mm_sha1nexte_epu32(before, window[$group % 4]);
            before = *abcd;
            *abcd = _mm_sha1rnds4_epu32::<$function>(*abcd, sum);
            if $group < 16 {
                renew::<$group>(&mut window);
            }
        )*)*};
    }
    groups! {
        0: 1 2 3 4;
        1: 5 6 7 8 9;
        2: 10 11 12 13 14;
        3: 15 16 17 18 19;
    }
    before
}

/// Replaces the four words of a group with the words sixteen rounds later.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn renew<const GROUP: usize>(window: &mut [__m128i; 4]) {
    let [words, next, later, last] = [0, 1, 2, 3].map(|ahead| window[(GROUP + ahead) % 4]);
    let most = _mm_xor_si128(_mm_sha1msg1_epu32(words, next), later);
    window[GROUP % 4] = _mm_sha1msg2_epu32(most, last);
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
