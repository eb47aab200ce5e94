//! SHA-256 with the schedules of two blocks side by side in AVX2 and the rounds in plain integers.
//!
//! Origin: own, from FIPS 180-4, section 6.2; two parallel schedules after S. Gueron and V.
//! Krasnov, "Parallelizing message schedules to accelerate the computations of hash functions"
//! (2012). The low half of a vector holds four words of the first block, the high half the same
//! four of the second. The sums of words and constants pass through memory, so that the integer
//! units execute only the rounds, which are arranged for the shortest chain from one `e` to the
//! next. All arithmetic is modulo 2^32 and needs no bounds. Meant for processors without the SHA
//! instructions.

use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_alignr_epi8, _mm256_broadcastsi128_si256,
    _mm256_bslli_epi128, _mm256_bsrli_epi128, _mm256_or_si256, _mm256_set_m128i,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi32, _mm256_srli_epi32,
    _mm256_xor_si256,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::{self, Block, K, State};
use crate::prim::sha256::{DIGEST_LEN, Ops};
use crate::prim::shared::sha2_rounds::{load, rounds};
use crate::wipe::wipe;

/// The features that the functions of this module need.
pub(crate) const NEEDS: Features = Features::AVX2.and(Features::BMI1).and(Features::BMI2);

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", NEEDS, "own, from FIPS 180-4 and Gueron and Krasnov 2012").checked(),
    ops: Ops { hash, absorb: compress },
};

rounds!(u32, 8, "/* {0:e} */", [2, 13, 22], [6, 11, 25]);

/// For every four rounds: four sums of word and constant of the first block, then four of the
/// second.
type Sums = [[u32; 8]; 16];

/// Returns the SHA-256 of the optional first block and all parts.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, |state, blocks| compress(state, blocks))
}

/// Compresses the blocks into the state.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    let mut sums = [[0; 8]; 16];
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
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203));
    let (low, _) = first.as_chunks::<16>();
    let (high, _) = second.as_chunks::<16>();
    let mut window = [_mm256_setzero_si256(); 4];
    for (words, (low, high)) in window.iter_mut().zip(low.iter().zip(high)) {
        *words = _mm256_shuffle_epi8(_mm256_set_m128i(load(high), load(low)), big_endian);
    }
    let mut working = *state;
    let (constants, _) = K.as_chunks::<4>();
    macro_rules! fours_of_rounds {
        ($group:ident: $($t:literal)*) => {$(
            let four = &mut sums[4 * $group + $t];
            let constant = _mm256_broadcastsi128_si256(load(&constants[4 * $group + $t]));
            *four = store(_mm256_add_epi32(window[$t], constant));
            if $group < 3 {
                window[$t] = scheduled::<$t>(&window);
            }
            round::<{ 4 * $t }>(&mut working, four[0]);
            round::<{ 4 * $t + 1 }>(&mut working, four[1]);
            round::<{ 4 * $t + 2 }>(&mut working, four[2]);
            round::<{ 4 * $t + 3 }>(&mut working, four[3]);
        )*};
    }
    for group in 0..4 {
        fours_of_rounds!(group: 0 1 2 3);
    }
    add(state, &working);
}

/// Compresses the second block.
#[inline]
#[target_feature(enable = "bmi1,bmi2")]
fn absorb_second(state: &mut State, sums: &Sums) {
    let mut working = *state;
    let (groups, _) = sums.as_chunks::<2>();
    for [early, late] in groups {
        round::<0>(&mut working, early[4]);
        round::<1>(&mut working, early[5]);
        round::<2>(&mut working, early[6]);
        round::<3>(&mut working, early[7]);
        round::<4>(&mut working, late[4]);
        round::<5>(&mut working, late[5]);
        round::<6>(&mut working, late[6]);
        round::<7>(&mut working, late[7]);
    }
    add(state, &working);
}

/// Returns the four schedule words that replace group `T` sixteen rounds later.
#[inline]
#[target_feature(enable = "avx2")]
fn scheduled<const T: usize>(window: &[__m256i; 4]) -> __m256i {
    let (now, next) = (window[T], window[(T + 1) % 4]);
    let (later, last) = (window[(T + 2) % 4], window[(T + 3) % 4]);
    let far = _mm256_alignr_epi8::<4>(next, now);
    let seven_back = _mm256_alignr_epi8::<4>(last, later);
    let sigma0 = _mm256_xor_si256(
        _mm256_xor_si256(rotated::<7, 25>(far), rotated::<18, 14>(far)),
        _mm256_srli_epi32::<3>(far),
    );
    let sum = _mm256_add_epi32(_mm256_add_epi32(now, seven_back), sigma0);
    // The upper two words depend on the lower two; sigma1 of zero is zero.
    let sum = _mm256_add_epi32(sum, sigma1(_mm256_bsrli_epi128::<8>(last)));
    _mm256_add_epi32(sum, sigma1(_mm256_bslli_epi128::<8>(sum)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn sigma1(near: __m256i) -> __m256i {
    _mm256_xor_si256(
        _mm256_xor_si256(rotated::<17, 15>(near), rotated::<19, 13>(near)),
        _mm256_srli_epi32::<10>(near),
    )
}

/// Rotates every word to the right by `R`; `L` is `32 - R`.
#[inline]
#[target_feature(enable = "avx2")]
fn rotated<const R: i32, const L: i32>(words: __m256i) -> __m256i {
    const { assert!(R + L == 32) };
    _mm256_or_si256(_mm256_srli_epi32::<R>(words), _mm256_slli_epi32::<L>(words))
}
