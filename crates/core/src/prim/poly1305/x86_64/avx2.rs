//! Four blocks per step on five limbs of 26 bits in AVX2 lanes.
//!
//! Origin: own, from RFC 8439; folding four blocks with r^4 is the usual Horner rule in lanes.
//! Needs AVX2. Wins from [`MIN_VECTOR_LEN`] bytes on without the 52-bit multiply-add; shorter
//! messages use the portable candidate.
//!
//! Bounds: after a product each limb is below 2^26 + 2^10. A block adds less than 2^26, so the
//! first factor stays below 2^27 + 2^10. The limbs of the other factor are below 2^26, or 2^28.4
//! after multiplication by 5. Both fit the 32 bits that the instruction reads, and a sum of five
//! products stays below 2^58.

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

/// Below this number of bytes computing the powers of r costs more than it gains.
const MIN_VECTOR_LEN: usize = 320;

/// The block in each lane after [`load`].
const ORDER: [usize; LANES] = [0, 2, 1, 3];

/// The bits of a limb.
const MASK26: u64 = (1 << 26) - 1;

/// The bit above a full block, 2^128, in the highest limb.
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

/// Folds full blocks of an incremental message.
#[target_feature(enable = "avx2")]
fn absorb(state: &mut State, whole: &[[u8; BLOCK]]) {
    blocks(state, whole.as_flattened());
}

/// Folds full blocks: each lane by r^4 per step, and finally the lanes by r^4, r^3, r^2 and r, so
/// that the sum of the lanes equals folding one block after another.
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

/// A multiplier, and 5 times its upper limbs: 2^130 is 5 modulo 2^130 - 5.
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

/// Returns the carried product.
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
    // Two independent carry chains.
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<4, 0>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    d
}

/// Carries the bits of limb `FROM` above 26 into limb `TO`; from the highest to the lowest limb
/// they count five times.
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

/// Loads four blocks as limbs, in the order of [`ORDER`].
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(wide: &[u8; WIDE]) -> Limbs {
    // SAFETY: `wide` is 64 bytes long; both loads stay inside and need no alignment.
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

/// Converts four numbers of three limbs into four lanes of five limbs.
#[inline]
#[target_feature(enable = "avx2")]
fn limbs(lanes: &[[u64; 3]; LANES]) -> Limbs {
    let mut own = [[0; LANES]; 5];
    for lane in 0..LANES {
        // One more carry brings every limb into its bounds, so the splits below lose no bits.
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

/// Returns the sum of the lanes in three limbs.
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
    // From five limbs of 26 bits to three of 44, 44 and 42: bit 44 is inside the second limb.
    let low = sums[0] + (sums[1] << 26) + (sums[2] << 52) + (sums[3] << 78);
    let mask = u128::from(portable::MASK44);
    carried([low & mask, (low >> 44) & mask, (low >> 88) + (sums[4] << 16)])
}
