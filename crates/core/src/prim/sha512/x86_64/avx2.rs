//! SHA-512 with the schedules of two blocks side by side in AVX2 and the rounds in plain integers.
//!
//! Origin: own, from FIPS 180-4, section 6.4; two parallel schedules after S. Gueron and V.
//! Krasnov, "Parallelizing message schedules to accelerate the computations of hash functions"
//! (2012). The low half of a vector holds two words of the first block, the high half the same two
//! of the second. The sums of words and constants pass through memory, so that the integer units
//! execute only the rounds, which are arranged for the shortest chain from one `e` to the next. All
//! arithmetic is modulo 2^64 and needs no bounds. Wins where vector and integer instructions issue
//! in parallel and the processor lacks SHA-512 instructions.

use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi64, _mm256_alignr_epi8, _mm256_broadcastsi128_si256,
    _mm256_or_si256, _mm256_set_m128i, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi64, _mm256_srli_epi64, _mm256_xor_si256,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha512::message::{self, Block, State};
use crate::prim::sha512::{DIGEST_LEN, Ops};
use crate::prim::shared::sha2::K;
use crate::prim::shared::sha2_rounds::{load, rounds};
use crate::wipe::wipe;

/// The features that the functions of this module need.
pub(crate) const NEEDS: Features = Features::AVX2.and(Features::BMI1).and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", NEEDS, "own, from FIPS 180-4 and Gueron and Krasnov 2012").checked(),
    ops: Ops { hash, absorb: compress },
};

rounds!(u64, 4, "/* {0} */", [28, 34, 39], [14, 18, 41]);

/// For each pair of rounds: two sums of word and constant of the first block, then two of the
/// second.
type Sums = [[u64; 4]; 40];

/// Returns the SHA-512 of the optional first block and all parts.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, |state, blocks| compress(state, blocks))
}

/// Compresses the blocks into the state.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    let mut sums = [[0; 4]; 40];
    for pair in blocks.chunks(2) {
        let [first, second] = [&pair[0], &pair[pair.len() - 1]];
        absorb_first(state, &mut sums, first, second);
        if pair.len() == 2 {
            absorb_second(state, &sums);
        }
    }
    wipe(sums.as_flattened_mut());
}

/// Computes the sums of both blocks while compressing the first.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn absorb_first(state: &mut State, sums: &mut Sums, first: &Block, second: &Block) {
    let big_endian =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607));
    let (low, _) = first.as_chunks::<16>();
    let (high, _) = second.as_chunks::<16>();
    let mut window = [_mm256_setzero_si256(); 8];
    for (words, (low, high)) in window.iter_mut().zip(low.iter().zip(high)) {
        *words = _mm256_shuffle_epi8(_mm256_set_m128i(load(high), load(low)), big_endian);
    }
    let mut working = *state;
    let (constants, _) = K.as_chunks::<2>();
    macro_rules! pairs_of_rounds {
        ($group:ident: $($t:literal)*) => {$(
            let pair = &mut sums[8 * $group + $t];
            let constant = _mm256_broadcastsi128_si256(load(&constants[8 * $group + $t]));
            *pair = store(_mm256_add_epi64(window[$t], constant));
            if $group < 4 {
                window[$t] = scheduled::<$t>(&window);
            }
            round::<{ 2 * $t }>(&mut working, pair[0]);
            round::<{ 2 * $t + 1 }>(&mut working, pair[1]);
        )*};
    }
    for group in 0..5 {
        pairs_of_rounds!(group: 0 1 2 3 4 5 6 7);
    }
    add(state, &working);
}

/// Compresses the second block.
#[inline]
#[target_feature(enable = "bmi1,bmi2")]
fn absorb_second(state: &mut State, sums: &Sums) {
    let mut working = *state;
    let (groups, _) = sums.as_chunks::<4>();
    for group in groups {
        macro_rules! pairs_of_rounds {
            ($($t:literal)*) => {$(
                round::<{ 2 * $t }>(&mut working, group[$t][2]);
                round::<{ 2 * $t + 1 }>(&mut working, group[$t][3]);
            )*};
        }
        pairs_of_rounds!(0 1 2 3);
    }
    add(state, &working);
}

/// Returns the two schedule words that replace pair `T` sixteen rounds later.
#[inline]
#[target_feature(enable = "avx2")]
fn scheduled<const T: usize>(window: &[__m256i; 8]) -> __m256i {
    let ahead = |pairs: usize| window[(T + pairs) % 8];
    let far = _mm256_alignr_epi8::<8>(ahead(1), ahead(0));
    let seven_back = _mm256_alignr_epi8::<8>(ahead(5), ahead(4));
    let near = ahead(7);
    let sigma0 = _mm256_xor_si256(
        _mm256_xor_si256(rotated::<1, 63>(far), rotated::<8, 56>(far)),
        _mm256_srli_epi64::<7>(far),
    );
    let sigma1 = _mm256_xor_si256(
        _mm256_xor_si256(rotated::<19, 45>(near), rotated::<61, 3>(near)),
        _mm256_srli_epi64::<6>(near),
    );
    let early = _mm256_add_epi64(_mm256_add_epi64(ahead(0), seven_back), sigma0);
    _mm256_add_epi64(early, sigma1)
}

/// Rotates every word to the right by `R`; `L` is `64 - R`.
#[inline]
#[target_feature(enable = "avx2")]
fn rotated<const R: i32, const L: i32>(words: __m256i) -> __m256i {
    const { assert!(R + L == 64) };
    _mm256_or_si256(_mm256_srli_epi64::<R>(words), _mm256_slli_epi64::<L>(words))
}
