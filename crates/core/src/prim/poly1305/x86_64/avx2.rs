//! Four blocks a step on five limbs of 26 bits in AVX2 lanes.
//!
//! Origin: own, from RFC 8439; folding four blocks with r^4 is the usual Horner rule in lanes.
//! Needs AVX2. Wins from [`MIN_VECTOR_LEN`] bytes on where there is no 52-bit multiply-add; shorter
//! messages run as the portable candidate's.
//!
//! Bounds: after a product each limb is below 2^26 + 2^10, a block adds less than 2^26, so what is
//! multiplied stays below 2^27 + 2^10; the other factors are below 2^26, or 5 times that, 2^28.4.
//! Both are below the 2^32 that the instruction reads, a sum of five products stays below 2^58.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::poly1305::portable::{
    self, Accumulator as _, BLOCK, State, carried, padded_with, tag_with, unpadded_with,
};
use crate::prim::poly1305::x86_64::powers;
use crate::prim::poly1305::{KEY_LEN, Ops, TAG_LEN};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", Features::AVX2, "own, RFC 8439, four blocks a step").checked(),
    ops: Ops { tag, absorb },
};

const LANES: usize = 4;
const WIDE: usize = LANES * BLOCK;

/// Below this many bytes computing the powers of r costs more than it gains.
const MIN_VECTOR_LEN: usize = 320;

/// Block of each lane, as [`load`] leaves them.
const ORDER: [usize; LANES] = [0, 2, 1, 3];

/// The bits of a limb.
const MASK26: u64 = (1 << 26) - 1;

/// The bit above a whole block, 2^128, in the highest limb.
const WHOLE: i64 = 1 << 24;

/// A number in each of four lanes: five limbs.
type Limbs = [__m256i; 5];

#[target_feature(enable = "avx2")]
pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    if message.len() < MIN_VECTOR_LEN {
        return portable::tag(key, message);
    }
    tag_with(key, message, |state, data| blocks(state, data))
}

#[target_feature(enable = "avx2")]
pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    if text.len() < MIN_VECTOR_LEN {
        return portable::tag_padded(key, aad, text);
    }
    padded_with(key, aad, text, |state, data| blocks(state, data))
}

#[target_feature(enable = "avx2")]
pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    if text.len() < MIN_VECTOR_LEN {
        return portable::tag_unpadded(key, aad, text);
    }
    unpadded_with(key, aad, text, |state, data| blocks(state, data))
}

/// Folds whole blocks of a message that comes piece by piece.
#[target_feature(enable = "avx2")]
fn absorb(state: &mut State, whole: &[[u8; BLOCK]]) {
    blocks(state, whole.as_flattened());
}

/// Folds whole blocks: each lane by r^4, at the end lane by lane by r^4 to r, so that the sum of
/// the lanes is what folding one by one gives.
#[inline]
#[target_feature(enable = "avx2")]
fn blocks(state: &mut State, data: &[u8]) {
    let (wides, rest) = data.as_chunks();
    if data.len() >= MIN_VECTOR_LEN {
        fold(state, wides);
        state.blocks(rest);
    } else {
        state.blocks(data);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn fold(state: &mut State, wides: &[[u8; WIDE]]) {
    let mut powers: [[u64; 3]; LANES] = powers(&state.r);
    let mut last = [[0; 3]; LANES];
    for lane in 0..LANES {
        last[lane] = powers[LANES - 1 - ORDER[lane]];
    }
    let fourth = Factor::new(limbs(&[powers[LANES - 1]; LANES]));
    let last_factor = Factor::new(limbs(&last));
    let mut h = limbs(&[state.h, [0; 3], [0; 3], [0; 3]]);
    for (i, wide) in wides.iter().enumerate() {
        let block = load(wide);
        for limb in 0..5 {
            h[limb] = _mm256_add_epi64(h[limb], block[limb]);
        }
        h = if i + 1 < wides.len() { product(&h, &fourth) } else { product(&h, &last_factor) };
    }
    state.h = gathered(&h);
    wipe(powers.as_flattened_mut());
    wipe(last.as_flattened_mut());
}

/// What lanes are multiplied by, and 5 times its upper limbs: 2^130 is 5 modulo 2^130 - 5.
struct Factor {
    r: Limbs,
    s: Limbs,
}

impl Factor {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(r: Limbs) -> Self {
        let mut s = r;
        for limb in 1..5 {
            s[limb] = _mm256_add_epi64(_mm256_slli_epi64::<2>(r[limb]), r[limb]);
        }
        Self { r, s }
    }
}

/// The product, carried.
#[inline]
#[target_feature(enable = "avx2")]
fn product(h: &Limbs, factor: &Factor) -> Limbs {
    let mut d = [_mm256_setzero_si256(); 5];
    for k in 0..5 {
        for i in 0..5 {
            let by = if i <= k { factor.r[k - i] } else { factor.s[5 + k - i] };
            d[k] = _mm256_add_epi64(d[k], _mm256_mul_epu32(h[i], by));
        }
    }
    // Two chains that do not wait for each other.
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<4, 0>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    d
}

/// Moves what limb `FROM` has above 26 bits to limb `TO`; from the highest to the lowest it
/// counts five times.
#[inline]
#[target_feature(enable = "avx2")]
fn carry<const FROM: usize, const TO: usize>(d: &mut Limbs) {
    let mut above = _mm256_srli_epi64::<26>(d[FROM]);
    d[FROM] = _mm256_and_si256(d[FROM], _mm256_set1_epi64x(MASK26.cast_signed()));
    if TO == 0 {
        above = _mm256_add_epi64(_mm256_slli_epi64::<2>(above), above);
    }
    d[TO] = _mm256_add_epi64(d[TO], above);
}

/// Four blocks as limbs, in the order of [`ORDER`].
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(wide: &[u8; WIDE]) -> Limbs {
    // SAFETY: `wide` is 64 bytes long; both loads stay inside.
    let (front, back) = unsafe {
        (_mm256_loadu_si256(wide.as_ptr().cast()), _mm256_loadu_si256(wide.as_ptr().add(32).cast()))
    };
    let low = _mm256_unpacklo_epi64(front, back);
    let high = _mm256_unpackhi_epi64(front, back);
    let mask = _mm256_set1_epi64x(MASK26.cast_signed());
    let middle = _mm256_or_si256(_mm256_srli_epi64::<52>(low), _mm256_slli_epi64::<12>(high));
    [
        _mm256_and_si256(low, mask),
        _mm256_and_si256(_mm256_srli_epi64::<26>(low), mask),
        _mm256_and_si256(middle, mask),
        _mm256_and_si256(_mm256_srli_epi64::<14>(high), mask),
        _mm256_or_si256(_mm256_srli_epi64::<40>(high), _mm256_set1_epi64x(WHOLE)),
    ]
}

/// Four numbers of three limbs into lanes of five.
#[inline]
#[target_feature(enable = "avx2")]
fn limbs(lanes: &[[u64; 3]; LANES]) -> Limbs {
    let mut own = [[0; LANES]; 5];
    for lane in 0..LANES {
        // Carried once more, every limb is in its bounds and the cuts below lose nothing.
        let [h0, h1, h2] = carried(lanes[lane].map(u128::from));
        let low = u128::from(h0) + (u128::from(h1) << 44);
        let high = (low >> 78) as u64 + (h2 << 10);
        let cut = |at: u32| ((low >> at) as u64 & MASK26).cast_signed();
        own[0][lane] = cut(0);
        own[1][lane] = cut(26);
        own[2][lane] = cut(52);
        own[3][lane] = (high & MASK26).cast_signed();
        own[4][lane] = (high >> 26).cast_signed();
    }
    let mut limbs = [_mm256_setzero_si256(); 5];
    for limb in 0..5 {
        let [a, b, c, d] = own[limb];
        limbs[limb] = _mm256_setr_epi64x(a, b, c, d);
    }
    limbs
}

/// The sum of the lanes, back in three limbs.
#[inline]
#[target_feature(enable = "avx2")]
fn gathered(h: &Limbs) -> [u64; 3] {
    let mut sums = [0; 5];
    for limb in 0..5 {
        let halves =
            _mm_add_epi64(_mm256_castsi256_si128(h[limb]), _mm256_extracti128_si256::<1>(h[limb]));
        let both = _mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves));
        sums[limb] = u128::from(_mm_cvtsi128_si64(both).cast_unsigned());
    }
    // Five limbs of 26 bits out of three of 44, 44 and 42: 2^44 falls inside the second.
    let low = sums[0] + (sums[1] << 26) + (sums[2] << 52) + (sums[3] << 78);
    let mask = u128::from(portable::MASK44);
    carried([low & mask, (low >> 44) & mask, (low >> 88) + (sums[4] << 16)])
}
