//! BLAKE2b with the four columns in parallel and the message words permuted by AVX-512.
//!
//! Origin: written from RFC 7693, section 3. A row of the working vector fills one 256-bit
//! register. Before the diagonal half of a round, the rows `a`, `c` and `d` rotate instead of row
//! `b`, which is ready last. The sixteen words of a block fill two registers, from which one
//! permutation picks the eight words of half a round. All arithmetic wraps modulo 2^64, without
//! bounds to track. The latency of dependent vector instructions limits the speed: where each takes
//! two cycles, as on AMD's family 26, plain integers are faster; this candidate is for processors
//! where each takes one cycle.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi64, _mm256_loadu_si256, _mm256_permute4x64_epi64,
    _mm256_ror_epi64, _mm256_storeu_si256, _mm256_xor_si256, _mm512_castsi512_si256,
    _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_permutex2var_epi64,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::blake2b::message::{self, Block, Kind, State};
use crate::prim::blake2b::sigma::{INITIAL, SIGMA};
use crate::prim::blake2b::{Ops, Params};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512", Features::AVX512VL, "own, from RFC 7693"),
    ops: Ops { hash, absorb: Some(compress) },
};

/// For each half of a round: the words that the four lanes add first, then the words that they add
/// second.
const PICKS: [[[u64; 8]; 2]; 10] = picks();

#[target_feature(enable = "avx512f,avx512vl")]
fn hash(params: &Params<'_>, out: &mut [u8], parts: &[&[u8]]) {
    message::hash(params, out, parts, |state, blocks, kind| compress(state, blocks, kind));
}

/// Absorbs the blocks into the state.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block], kind: Kind) {
    let (halves, _) = state.words.as_chunks_mut::<4>();
    let mut chain = [row(&halves[0]), row(&halves[1])];
    for block in blocks {
        state.count = state.count.wrapping_add(kind.step);
        let [i0, i1, i2, i3, i4, i5, i6, i7] = INITIAL;
        let low = i4 ^ state.count as u64;
        let high = i5 ^ (state.count >> 64) as u64;
        let mut v =
            [chain[0], chain[1], row(&[i0, i1, i2, i3]), row(&[low, high, i6 ^ kind.last, i7])];
        let (words, _) = block.as_chunks::<64>();
        let words = [eight(&words[0]), eight(&words[1])];
        macro_rules! rounds {
            ($($r:literal)*) => {$( round(&mut v, &words, &PICKS[$r % 10]); )*};
        }
        rounds!(0 1 2 3 4 5 6 7 8 9 10 11);
        chain[0] = _mm256_xor_si256(chain[0], _mm256_xor_si256(v[0], v[2]));
        chain[1] = _mm256_xor_si256(chain[1], _mm256_xor_si256(v[1], v[3]));
    }
    halves[0] = store(chain[0]);
    halves[1] = store(chain[1]);
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn round(v: &mut [__m256i; 4], words: &[__m512i; 2], picks: &[[u64; 8]; 2]) {
    mix(v, _mm512_permutex2var_epi64(words[0], eight(&picks[0]), words[1]));
    v[0] = _mm256_permute4x64_epi64::<0b10_01_00_11>(v[0]);
    v[2] = _mm256_permute4x64_epi64::<0b00_11_10_01>(v[2]);
    v[3] = _mm256_permute4x64_epi64::<0b01_00_11_10>(v[3]);
    mix(v, _mm512_permutex2var_epi64(words[0], eight(&picks[1]), words[1]));
    v[0] = _mm256_permute4x64_epi64::<0b00_11_10_01>(v[0]);
    v[2] = _mm256_permute4x64_epi64::<0b10_01_00_11>(v[2]);
    v[3] = _mm256_permute4x64_epi64::<0b01_00_11_10>(v[3]);
}

/// The function G of section 3.1 in four lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn mix(v: &mut [__m256i; 4], words: __m512i) {
    let [a, b, c, d] = v;
    *a = _mm256_add_epi64(_mm256_add_epi64(*a, _mm512_castsi512_si256(words)), *b);
    *d = _mm256_ror_epi64::<32>(_mm256_xor_si256(*d, *a));
    *c = _mm256_add_epi64(*c, *d);
    *b = _mm256_ror_epi64::<24>(_mm256_xor_si256(*b, *c));
    *a = _mm256_add_epi64(_mm256_add_epi64(*a, _mm512_extracti64x4_epi64::<1>(words)), *b);
    *d = _mm256_ror_epi64::<16>(_mm256_xor_si256(*d, *a));
    *c = _mm256_add_epi64(*c, *d);
    *b = _mm256_ror_epi64::<63>(_mm256_xor_si256(*b, *c));
}

/// Computes the permutation indices. In the diagonal half, lane `i` processes the diagonal that
/// began in column `i - 1`.
const fn picks() -> [[[u64; 8]; 2]; 10] {
    let mut picks = [[[0; 8]; 2]; 10];
    let mut i = 0;
    while i < 160 {
        let (round, half, order, lane) = (i / 16, i / 8 % 2, i / 4 % 2, i % 4);
        let diagonal = (lane + 4 - half) % 4;
        picks[round][half][4 * order + lane] = SIGMA[round][8 * half + 2 * diagonal + order] as u64;
        i += 1;
    }
    picks
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
#[allow(unsafe_code)]
fn row(words: &[u64; 4]) -> __m256i {
    // SAFETY: `words` is 32 readable bytes, and the load requires no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
#[allow(unsafe_code)]
fn eight<const N: usize, T>(words: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: `words` is 64 readable bytes, and the load requires no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
#[allow(unsafe_code)]
fn store(row: __m256i) -> [u64; 4] {
    let mut words = [0; 4];
    // SAFETY: `words` is 32 writable bytes, and the store requires no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), row) };
    words
}
