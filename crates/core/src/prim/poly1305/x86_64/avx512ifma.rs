//! Eight blocks per step on limbs of 44, 44 and 42 bits, with the 52-bit multiply-add of AVX-512.
//!
//! Origin: own, from RFC 8439; folding eight blocks with r^8 is the usual Horner rule in lanes.
//! Needs AVX-512F and IFMA. Wins from [`MIN_VECTOR_LEN`] bytes on; shorter messages and remainders
//! use the portable candidate.
//!
//! Bounds: h0 is below 2^44, h1 below 2^45, h2 below 2^42. A block adds less than 2^44 to each, so
//! the first factor stays below 2^46. The limbs of the other factor are below 2^44 + 2^8, or 2^49
//! after multiplication by 20. All fit the 52 bits that the instruction reads. A low sum stays
//! below 3 * 2^52 plus the carry, a high sum below 3 * 2^43.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::poly1305::portable::{
    self, Accumulator as _, BLOCK, MASK42, MASK44, State, WHOLE, carried, padded_with, tag_with,
    unpadded_with,
};
use crate::prim::poly1305::x86_64::powers;
use crate::prim::poly1305::{KEY_LEN, Ops, TAG_LEN};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512ifma", Features::AVX512IFMA, "own, RFC 8439, eight blocks a step"),
    ops: Ops { tag, absorb },
};

const LANES: usize = 8;
const WIDE: usize = LANES * BLOCK;

/// Below this number of bytes computing the powers of r costs more than it gains.
const MIN_VECTOR_LEN: usize = 320;

/// The block in each lane after [`load`].
const ORDER: [usize; LANES] = [0, 4, 1, 5, 2, 6, 3, 7];

/// The mask of all lanes.
const ALL: u8 = u8::MAX;

/// A number in each of eight lanes: three limbs.
type Limbs = [__m512i; 3];

#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    if message.len() < MIN_VECTOR_LEN {
        return portable::tag(key, message);
    }
    tag_with(key, message, |state, data| blocks(state, data))
}

#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    if text.len() < MIN_VECTOR_LEN {
        return portable::tag_padded(key, aad, text);
    }
    padded_with(key, aad, text, |state, data| blocks(state, data))
}

#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    if text.len() < MIN_VECTOR_LEN {
        return portable::tag_unpadded(key, aad, text);
    }
    unpadded_with(key, aad, text, |state, data| blocks(state, data))
}

/// Folds full blocks of an incremental message.
#[target_feature(enable = "avx512f,avx512ifma")]
fn absorb(state: &mut State, whole: &[[u8; BLOCK]]) {
    blocks(state, whole.as_flattened());
}

/// Folds full blocks: each lane by r^8 per step, and finally the lanes by r^8 down to r, so that
/// the sum of the lanes equals folding one block after another. The first step takes the one to
/// eight blocks that precede the runs of eight, with leading lanes of zero.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn blocks(state: &mut State, data: &[u8]) {
    if data.len() < MIN_VECTOR_LEN {
        state.blocks(data);
        return;
    }
    let mut powers: [[u64; 3]; LANES] = powers(&state.r);
    let eighth = Factor::new(splat(&powers[LANES - 1]));
    let last = Factor::new(backwards(&powers));
    let (first, wides) = data.split_at((data.len() - 1) % WIDE + 1);
    let mut h = begin(&state.h, first);
    for wide in wides.as_chunks().0 {
        h = product(&h, &eighth);
        let block = load(wide, ALL);
        for limb in 0..3 {
            h[limb] = _mm512_add_epi64(h[limb], block[limb]);
        }
    }
    let h = product(&h, &last);
    let mut sums = [0; 3];
    for limb in 0..3 {
        sums[limb] = u128::from(_mm512_reduce_add_epi64(h[limb]).cast_unsigned());
    }
    state.h = carried(sums);
    wipe(powers.as_flattened_mut());
}

/// Returns the accumulator plus the first one to eight blocks, in the last lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn begin(accumulator: &[u64; 3], first: &[u8]) -> Limbs {
    let skipped = LANES - first.len() / BLOCK;
    let mut wide = [0; WIDE];
    wide[skipped * BLOCK..].copy_from_slice(first);
    let (mut real, mut own) = (0, 0);
    for lane in 0..LANES {
        real |= u8::from(ORDER[lane] >= skipped) << lane;
        own |= u8::from(ORDER[lane] == skipped) << lane;
    }
    let mut h = load(&wide, real);
    for limb in 0..3 {
        let accumulator = _mm512_set1_epi64(accumulator[limb].cast_signed());
        h[limb] = _mm512_mask_add_epi64(h[limb], own, h[limb], accumulator);
    }
    h
}

/// A multiplier, and 20 times its upper limbs: 2^132 is 20 modulo 2^130 - 5.
struct Factor {
    r: Limbs,
    s: [__m512i; 2],
}

impl Factor {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(r: Limbs) -> Self {
        let twenty = |x| _mm512_add_epi64(_mm512_slli_epi64::<4>(x), _mm512_slli_epi64::<2>(x));
        Self { r, s: [twenty(r[1]), twenty(r[2])] }
    }
}

/// Returns the product, carried upwards and once around.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn product(h: &Limbs, factor: &Factor) -> Limbs {
    let Factor { r: [r0, r1, r2], s: [s1, s2] } = factor;
    let (low0, high0) = sum(h, [r0, s2, s1]);
    let (low1, high1) = sum(h, [r1, r0, s2]);
    let (low2, high2) = sum(h, [r2, r1, r0]);
    let mask44 = _mm512_set1_epi64(MASK44.cast_signed());
    let mask42 = _mm512_set1_epi64(MASK42.cast_signed());
    // A high sum has weight 2^52, which is 2^8 in the next limb.
    let carry = _mm512_add_epi64(_mm512_slli_epi64::<8>(high0), _mm512_srli_epi64::<44>(low0));
    let low1 = _mm512_add_epi64(low1, carry);
    let carry = _mm512_add_epi64(_mm512_slli_epi64::<8>(high1), _mm512_srli_epi64::<44>(low1));
    let low2 = _mm512_add_epi64(low2, carry);
    // Bits above 130 count five times at the bottom; this high sum has weight 2^140.
    let carry = _mm512_add_epi64(_mm512_slli_epi64::<10>(high2), _mm512_srli_epi64::<42>(low2));
    let five = _mm512_add_epi64(carry, _mm512_slli_epi64::<2>(carry));
    let low0 = _mm512_add_epi64(_mm512_and_si512(low0, mask44), five);
    [
        _mm512_and_si512(low0, mask44),
        _mm512_add_epi64(_mm512_and_si512(low1, mask44), _mm512_srli_epi64::<44>(low0)),
        _mm512_and_si512(low2, mask42),
    ]
}

/// Returns the sums of the low and of the high 52 bits of three products.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn sum(h: &Limbs, by: [&__m512i; 3]) -> (__m512i, __m512i) {
    let zero = _mm512_setzero_si512();
    let mut low = _mm512_madd52lo_epu64(zero, h[0], *by[0]);
    let mut high = _mm512_madd52hi_epu64(zero, h[0], *by[0]);
    for i in 1..3 {
        low = _mm512_madd52lo_epu64(low, h[i], *by[i]);
        high = _mm512_madd52hi_epu64(high, h[i], *by[i]);
    }
    (low, high)
}

/// Loads eight blocks as limbs, in the order of [`ORDER`]; only `real` lanes get the bit above a
/// block.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(wide: &[u8; WIDE], real: u8) -> Limbs {
    // SAFETY: `wide` is 128 bytes long; both loads stay inside and need no alignment.
    let (front, back) = unsafe {
        (_mm512_loadu_si512(wide.as_ptr().cast()), _mm512_loadu_si512(wide.as_ptr().add(64).cast()))
    };
    let low = _mm512_unpacklo_epi64(front, back);
    let high = _mm512_unpackhi_epi64(front, back);
    let mask44 = _mm512_set1_epi64(MASK44.cast_signed());
    let middle = _mm512_or_si512(_mm512_srli_epi64::<44>(low), _mm512_slli_epi64::<20>(high));
    let above = _mm512_maskz_set1_epi64(real, WHOLE.cast_signed());
    [
        _mm512_and_si512(low, mask44),
        _mm512_and_si512(middle, mask44),
        _mm512_or_si512(_mm512_srli_epi64::<24>(high), above),
    ]
}

/// Returns vectors with the number in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn splat(number: &[u64; 3]) -> Limbs {
    let mut limbs = [_mm512_setzero_si512(); 3];
    for limb in 0..3 {
        limbs[limb] = _mm512_set1_epi64(number[limb].cast_signed());
    }
    limbs
}

/// Returns r^8 to r, in the lanes of the first to the last block.
#[inline]
#[target_feature(enable = "avx512f")]
fn backwards(powers: &[[u64; 3]; LANES]) -> Limbs {
    let mut limbs = [_mm512_setzero_si512(); 3];
    for limb in 0..3 {
        let mut own = [0; LANES];
        for lane in 0..LANES {
            own[lane] = powers[LANES - 1 - ORDER[lane]][limb].cast_signed();
        }
        let [a, b, c, d, e, f, g, h] = own;
        limbs[limb] = _mm512_setr_epi64(a, b, c, d, e, f, g, h);
    }
    limbs
}
