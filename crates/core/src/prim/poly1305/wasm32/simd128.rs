//! Six blocks per step: four on ten limbs of 13 bits, two limbs to a word of a vector, and two on
//! five limbs of 26 bits in plain integers, which uses the otherwise idle scalar units.
//!
//! Origin: own, from RFC 8439; folding six blocks with r^6 is the usual Horner rule in lanes. The
//! dot product of pairs of 16-bit integers is the only SIMD128 instruction that multiplies more
//! than it shuffles: it computes two of the hundred products for each of four blocks, signed. Needs
//! SIMD128. Wins from [`MIN_VECTOR_LEN`] bytes on; shorter messages use `limbs32`.
//!
//! Bounds: a limb of r is between -4097 and 4096, so 5 times a limb is below 20486 and fits 16
//! bits. The first factor is between -8700 and 8700, see [`sum`]. So the sum of one product and
//! nine fivefold products is below 8700 * (4097 + 9 * 20485), which is below 2^30.7 and fits 32
//! bits with the carries.

use core::arch::wasm32::*;

use super::limbs26::{self, folded, put_product, split};
use super::limbs32::{self, Kept, Limbs};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::poly1305::portable::{
    Accumulator as _, BLOCK, padded_with, tag_with, unpadded_with,
};
use crate::prim::poly1305::{KEY_LEN, Ops, TAG_LEN};
use crate::prim::shared::arx::wasm32::simd128::transposed;
use crate::prim::shared::wasm32::simd128::store;
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, RFC 8439, six blocks a step"),
    ops: Ops { tag, absorb },
};

/// Lanes of a vector, each with a block of its own.
const LANES: usize = 4;
/// Blocks per step: four in lanes and two in plain integers.
const STEP: usize = LANES + 2;

/// Below this number of bytes computing r^6 costs more than it gains.
const MIN_VECTOR_LEN: usize = 1280;

const BITS: u32 = 13;
const MASK13: u64 = (1 << BITS) - 1;

/// A number in each of four lanes: ten limbs, one per word.
type Wide = [v128; 10];

/// A number in each of four lanes, two limbs per word, the lower limb in the lower half.
type Pairs = [v128; 5];

pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    tag_with(key, message, blocks)
}

pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    padded_with(key, aad, text, blocks)
}

pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    unpadded_with(key, aad, text, blocks)
}

/// Folds full blocks of an incremental message.
fn absorb(kept: &mut Kept, whole: &[[u8; BLOCK]]) {
    let mut rest = whole;
    if rest.as_flattened().len() >= MIN_VECTOR_LEN {
        let steps;
        (steps, rest) = rest.as_chunks();
        let (limbs, sixth) = kept.with_sixth(put_sixth);
        fold(limbs, sixth, steps);
    }
    kept.limbs.blocks(rest.as_flattened());
}

/// Folds full blocks.
fn blocks(state: &mut Limbs, data: &[u8]) {
    let mut rest = data.as_chunks().0;
    if data.len() >= MIN_VECTOR_LEN {
        let steps;
        (steps, rest) = rest.as_chunks();
        let mut sixth = [0; 5];
        put_sixth(&mut sixth, state);
        fold(state, &sixth, steps);
        wipe(&mut sixth);
    }
    state.blocks(rest.as_flattened());
}

/// Folds each of the six positions of a step by r^6, and the last six blocks one after another,
/// each added to its position's sum; the result equals folding all blocks one after another.
// Not inlined: the size of a WebAssembly module counts, so all calls share one copy.
#[inline(never)]
fn fold(state: &mut Limbs, sixth: &[u64; 5], steps: &[[[u8; BLOCK]; STEP]]) {
    let Some((last, before)) = steps.split_last() else { return };
    let mut factor = factor(sixth);
    let mut h = [u32x4_splat(0); 5];
    for (h, limb) in h.iter_mut().zip(split(limbs32::words(&state.h))) {
        let [low, high] = [limb & MASK13, limb >> BITS];
        *h = u32x4((low | high << 16) as u32, 0, 0, 0);
    }
    // Local copies: memory operands would be reloaded for each block. The two scalar sums use their
    // slots of `sums` from the start: for separate variables V8 schedules all scalar work after the
    // vector code instead of interleaving it, and a step takes a sixth longer.
    let (sixth, mut sums) = (*sixth, [[0; 5]; STEP]);
    for [a, b, c, d, e, f] in before {
        sums[4] = folded(&sums[4], e, &sixth);
        sums[5] = folded(&sums[5], f, &sixth);
        let products = multiplied(&sum(&h, &load([a, b, c, d])), &factor);
        for k in 0..5 {
            // The last carries mask the even limbs, so an OR is sufficient.
            h[k] = v128_or(products[2 * k], i32x4_shl(products[2 * k + 1], 16));
        }
    }
    let mut lanes = [[0; LANES]; 5];
    for i in 0..5 {
        store(&mut lanes[i], h[i]);
    }
    unpack(&mut sums, &lanes);
    let (r, mut h) = (of(&state.r), [0; 5]);
    for (sum, block) in sums.iter().zip(last) {
        for (limb, more) in h.iter_mut().zip(sum) {
            *limb += more;
        }
        h = folded(&h, block, &r);
    }
    state.h = limbs32::joined(&limbs26::joined(&h));
    forget(&mut factor);
    wipe(lanes.as_flattened_mut());
    wipe(sums.as_flattened_mut());
}

/// Returns a multiplier in limbs of 26 bits.
fn of(&[a, b, c, d]: &[u64; 4]) -> [u64; 5] {
    split([a | b << 32, c | d << 32, 0])
}

/// Writes r^6 in place; returning it would leave a copy.
fn put_sixth(to: &mut [u64; 5], state: &Limbs) {
    let mut powers = [of(&state.r), [0; 5], [0; 5]];
    let [r, square, fourth] = &mut powers;
    put_product(square, r, r);
    put_product(fourth, square, square);
    put_product(to, fourth, square);
    wipe(powers.as_flattened_mut());
}

/// Converts the number of each lane to limbs of 26 bits.
#[inline(always)]
fn unpack(sums: &mut [[u64; 5]; STEP], lanes: &[[u32; LANES]; 5]) {
    for (i, lanes) in lanes.iter().enumerate() {
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            let [low, high] = [*lane as i16, (lane >> 16) as i16].map(i64::from);
            // Adding the prime makes every limb nonnegative.
            sum[i] = (PRIME[i] + low + (high << BITS)).cast_unsigned();
        }
    }
}

/// 2^130 - 5 in five limbs of 26 bits.
const PRIME: [i64; 5] = {
    let mut limbs = [(1 << 26) - 1; 5];
    limbs[0] -= 4;
    limbs
};

/// Returns accumulator plus message, minus 2^13 in every limb to centre the limbs on zero. In total
/// this subtracts 1 at the next higher limb and 5 at the lowest, which are added back there.
///
/// A limb of the accumulator is between -500 and 8600, a limb of the message between 0 and 8191.
#[inline(always)]
fn sum(h: &Pairs, message: &Pairs) -> Pairs {
    let less = i16x8_splat(1 - (1 << BITS));
    let mut sum = *h;
    for i in 0..5 {
        sum[i] = i16x8_add(i16x8_add(h[i], message[i]), less);
    }
    sum[0] = i16x8_add(sum[0], i32x4_splat(4));
    sum
}

/// A multiplier, the same in all words: vector `j + 8` holds limb `j` and, in the upper half, limb
/// `j - 1`. A limb with a negative index is 5 times the limb ten higher: 2^130 is 5 modulo 2^130 -
/// 5.
type Factor = [v128; 20];

/// Converts a number from five limbs of 26 bits to ten of 13 bits centred on zero. The last two
/// vectors serve only as scratch space.
fn factor(number: &[u64; 5]) -> Factor {
    let mut factor = [u32x4_splat(0); 20];
    // The carry out of a limb, and the centred remainder.
    let moved = |limb: i32| (limb + (1 << (BITS - 1))) >> BITS;
    let rest = |limb: i32| limb - (moved(limb) << BITS);
    let mut above = 0;
    for i in 0..10 {
        let limb = (number[i / 2] >> (i % 2 * BITS as usize)) as i32;
        let limb = above + if i % 2 == 0 { limb & MASK13 as i32 } else { limb };
        factor[10 + i] = i32x4_splat(rest(limb));
        above = moved(limb);
    }
    let first = i32x4_extract_lane::<0>(factor[10]) + 5 * above;
    factor[10] = i32x4_splat(rest(first));
    factor[11] = i32x4_add(factor[11], i32x4_splat(moved(first)));
    for i in 0..10 {
        factor[i] = i32x4_add(i32x4_shl(factor[10 + i], 2), factor[10 + i]);
    }
    for i in 0..18 {
        let low = v128_and(factor[i + 2], u32x4_splat(0xffff));
        factor[i] = v128_or(low, i32x4_shl(factor[i + 1], 16));
    }
    factor
}

/// Returns the carried product.
#[inline(always)]
fn multiplied(h: &Pairs, factor: &Factor) -> Wide {
    // Written out, so that every limb stays in its own local.
    let mut d = [
        limb::<0>(h, factor),
        limb::<1>(h, factor),
        limb::<2>(h, factor),
        limb::<3>(h, factor),
        limb::<4>(h, factor),
        limb::<5>(h, factor),
        limb::<6>(h, factor),
        limb::<7>(h, factor),
        limb::<8>(h, factor),
        limb::<9>(h, factor),
    ];
    // Two independent carry chains. They end at odd limbs, which may be negative.
    carry::<4, 5>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<5, 6>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<6, 7>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<7, 8>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<8, 9>(&mut d);
    carry::<4, 5>(&mut d);
    carry::<9, 0>(&mut d);
    carry::<0, 1>(&mut d);
    d
}

/// Returns limb `K` of the product, before carries.
#[inline(always)]
fn limb<const K: usize>(h: &Pairs, factor: &Factor) -> v128 {
    let mut sum = i32x4_dot_i16x8(h[0], factor[K + 8]);
    for i in 1..5 {
        sum = i32x4_add(sum, i32x4_dot_i16x8(h[i], factor[K + 8 - 2 * i]));
    }
    sum
}

/// Carries the bits of limb `FROM` above 13 into limb `TO`; from the highest to the lowest limb
/// they count five times.
#[inline(always)]
fn carry<const FROM: usize, const TO: usize>(d: &mut Wide) {
    let mut above = i32x4_shr(d[FROM], BITS);
    d[FROM] = v128_and(d[FROM], u32x4_splat(MASK13 as u32));
    if TO == 0 {
        above = i32x4_add(i32x4_shl(above, 2), above);
    }
    d[TO] = i32x4_add(d[TO], above);
}

/// Loads four blocks as limbs.
#[inline(always)]
#[allow(unsafe_code)]
fn load(blocks: [&[u8; BLOCK]; LANES]) -> Pairs {
    // SAFETY: `bytes` is 16 readable bytes, and the load needs no alignment.
    let blocks = blocks.map(|bytes| unsafe { v128_load(bytes.as_ptr().cast()) });
    let [a, b, c, d] = transposed(&blocks);
    // The 26 bits starting at bit `26 i`, with other bits above them.
    [
        pair(a),
        pair(v128_or(u32x4_shr(a, 26), i32x4_shl(b, 6))),
        pair(v128_or(u32x4_shr(b, 20), i32x4_shl(c, 12))),
        pair(v128_or(u32x4_shr(c, 14), i32x4_shl(d, 18))),
        pair(v128_or(u32x4_shr(d, 8), u32x4_splat(1 << 24))),
    ]
}

/// Splits the lowest 26 bits of each word into two limbs.
#[inline(always)]
fn pair(words: v128) -> v128 {
    let low = v128_and(words, u32x4_splat(MASK13 as u32));
    let high = v128_and(i32x4_shl(words, 16 - BITS), u32x4_splat((MASK13 as u32) << 16));
    v128_or(low, high)
}

/// Overwrites vectors with zeros.
fn forget<const N: usize>(vectors: &mut [v128; N]) {
    vectors.fill(u32x4_splat(0));
    zeroize::optimization_barrier(vectors);
}
