//! Six blocks a step: four on ten limbs of 13 bits, two of which lie in each word of a vector, and two
//! on five limbs of 26, in plain integers, whose units would stand idle meanwhile.
//!
//! Origin: own, from RFC 8439; folding six blocks with r^6 is the usual Horner rule in lanes. The
//! one instruction of SIMD128 that multiplies more than it shuffles is the dot product of pairs of
//! 16-bit integers: it makes two of the hundred products of each of four blocks, signed. Needs
//! SIMD128. Wins from [`MIN_VECTOR_LEN`] bytes on; shorter messages run as `limbs32`'s.
//!
//! Bounds: a limb of r is between -4097 and 4096, so 5 times that is below 20486 and fits 16 bits.
//! What is multiplied is between -8700 and 8700, see [`sum`]. So the sum of one product and nine
//! fivefold ones is below 8700 * (4097 + 9 * 20485), which is below 2^30.7 and fits 32 bits with
//! the carries.

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

/// Lanes of a vector, each of which has a block.
const LANES: usize = 4;
/// Blocks of a step: those in lanes, and two in plain integers.
const STEP: usize = LANES + 2;

/// Below this many bytes the power of r costs more than it gains.
const MIN_VECTOR_LEN: usize = 1280;

const BITS: u32 = 13;
const MASK13: u64 = (1 << BITS) - 1;

/// A number in each of four lanes: ten limbs, one in each word.
type Wide = [v128; 10];

/// The same, two limbs in each word, the lower one in its lower half.
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

/// Folds whole blocks of a message that comes piece by piece.
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

/// Folds whole blocks.
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

/// Folds each place of a step by r^6, and the last six blocks one by one on top of their places, so that what
/// comes out is what folding one by one gives.
// One copy for all calls: a module's size counts.
#[inline(never)]
fn fold(state: &mut Limbs, sixth: &[u64; 5], steps: &[[[u8; BLOCK]; STEP]]) {
    let Some((last, before)) = steps.split_last() else { return };
    let mut factor = factor(sixth);
    let mut h = [u32x4_splat(0); 5];
    for (h, limb) in h.iter_mut().zip(split(limbs32::words(&state.h))) {
        let [low, high] = [limb & MASK13, limb >> BITS];
        *h = u32x4((low | high << 16) as u32, 0, 0, 0);
    }
    // A copy in variables: what lies in memory would be read again for each block. The sums of plain integers have
    // their place from the start: as variables of their own V8 puts all of their work behind that of the
    // vectors, where it should lie between, and a step takes a sixth longer.
    let (sixth, mut sums) = (*sixth, [[0; 5]; STEP]);
    for [a, b, c, d, e, f] in before {
        sums[4] = folded(&sums[4], e, &sixth);
        sums[5] = folded(&sums[5], f, &sixth);
        let products = multiplied(&sum(&h, &load([a, b, c, d])), &factor);
        for k in 0..5 {
            // Even limbs are what was masked last.
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

/// A multiplier in limbs of 26 bits.
fn of(&[a, b, c, d]: &[u64; 4]) -> [u64; 5] {
    split([a | b << 32, c | d << 32, 0])
}

/// Writes r^6 where it stays: one that is returned leaves a copy.
fn put_sixth(to: &mut [u64; 5], state: &Limbs) {
    let mut powers = [of(&state.r), [0; 5], [0; 5]];
    let [r, square, fourth] = &mut powers;
    put_product(square, r, r);
    put_product(fourth, square, square);
    put_product(to, fourth, square);
    wipe(powers.as_flattened_mut());
}

/// Writes the number of each lane in limbs of 26 bits.
#[inline(always)]
fn unpack(sums: &mut [[u64; 5]; STEP], lanes: &[[u32; LANES]; 5]) {
    for (i, lanes) in lanes.iter().enumerate() {
        for (sum, lane) in sums.iter_mut().zip(lanes) {
            let [low, high] = [*lane as i16, (lane >> 16) as i16].map(i64::from);
            // The prime is added, so that no limb is negative.
            sum[i] = (PRIME[i] + low + (high << BITS)).cast_unsigned();
        }
    }
}

/// 2^130 - 5 in five limbs.
const PRIME: [i64; 5] = {
    let mut limbs = [(1 << 26) - 1; 5];
    limbs[0] -= 4;
    limbs
};

/// The accumulator and the message, less 2^13 in every limb, which together is -1 for the limb
/// above and -5 for the lowest, and is added there.
///
/// A limb of the accumulator is between -500 and 8600 and one of the message between 0 and 8191.
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

/// What lanes are multiplied by, the same in all words: in vector `j + 8` the limb `j` and, in the upper half,
/// the one below it. Limbs below none are 5 times those ten further up: 2^130 is 5 modulo 2^130 - 5.
type Factor = [v128; 20];

/// Of a number in five limbs of 26 bits, ten of 13, each moved round zero; the last two vectors are for these
/// alone.
fn factor(number: &[u64; 5]) -> Factor {
    let mut factor = [u32x4_splat(0); 20];
    // The limb above the one before, and what is left of a limb.
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

/// The product, carried.
#[inline(always)]
fn multiplied(h: &Pairs, factor: &Factor) -> Wide {
    // Written out, so that every limb stays in a variable of its own.
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
    // Two chains that do not wait for each other. They end at odd limbs, which may be negative.
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

/// Limb `K` of the product, before it is carried.
#[inline(always)]
fn limb<const K: usize>(h: &Pairs, factor: &Factor) -> v128 {
    let mut sum = i32x4_dot_i16x8(h[0], factor[K + 8]);
    for i in 1..5 {
        sum = i32x4_add(sum, i32x4_dot_i16x8(h[i], factor[K + 8 - 2 * i]));
    }
    sum
}

/// Moves what limb `FROM` has above 13 bits to limb `TO`; from the highest to the lowest it
/// counts five times.
#[inline(always)]
fn carry<const FROM: usize, const TO: usize>(d: &mut Wide) {
    let mut above = i32x4_shr(d[FROM], BITS);
    d[FROM] = v128_and(d[FROM], u32x4_splat(MASK13 as u32));
    if TO == 0 {
        above = i32x4_add(i32x4_shl(above, 2), above);
    }
    d[TO] = i32x4_add(d[TO], above);
}

/// Four blocks as limbs.
#[inline(always)]
#[allow(unsafe_code)]
fn load(blocks: [&[u8; BLOCK]; LANES]) -> Pairs {
    // SAFETY: `bytes` are 16, readable.
    let blocks = blocks.map(|bytes| unsafe { v128_load(bytes.as_ptr().cast()) });
    let [a, b, c, d] = transposed(&blocks);
    // The 26 bits from bit `26 i` on, with others above.
    [
        pair(a),
        pair(v128_or(u32x4_shr(a, 26), i32x4_shl(b, 6))),
        pair(v128_or(u32x4_shr(b, 20), i32x4_shl(c, 12))),
        pair(v128_or(u32x4_shr(c, 14), i32x4_shl(d, 18))),
        pair(v128_or(u32x4_shr(d, 8), u32x4_splat(1 << 24))),
    ]
}

/// The lowest 26 bits of each word as two limbs.
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
