//! SHA-256 with the schedule in vectors of 128 bits and the rounds in plain integers.
//!
//! Origin: own, from FIPS 180-4, section 6.2. Needs SIMD128. The sums of words and constants go through
//! memory. What is loaded keeps its place among the rounds, while engines that optimise compute a word
//! of a schedule in registers long before its round, and then have not enough of them. They put off
//! the rounds in turn, which a working variable that is stored now and then prevents. All arithmetic is
//! modulo 2^32, so no bound is held back.

use core::arch::wasm32::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::{self, Block, K, State};
use crate::prim::sha256::portable::round;
use crate::prim::sha256::{DIGEST_LEN, Ops};
use crate::prim::shared::wasm32::ask;
use crate::prim::shared::wasm32::simd128::{load, store};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from FIPS 180-4, the schedule in vectors"),
    ops: Ops { hash, absorb: compress },
};

/// SHA-256 of a block, if there is one, followed by all parts.
// One copy of what pads: a module's size counts.
#[inline(never)]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, compress)
}

/// Absorbs the blocks into the state.
// One copy of the rounds for all calls.
#[inline(never)]
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    let mut sums = [[0; 4]; 4];
    let mut asked = [0];
    for block in blocks {
        let mut working = *state;
        absorb(&mut working, &mut sums, &mut asked, block);
        for (word, working) in state.iter_mut().zip(working) {
            *word = word.wrapping_add(working);
        }
    }
    wipe(sums.as_flattened_mut());
    wipe(&mut asked);
}

/// The rounds of a block. The sums of constants and sixteen words of the schedule stand in `sums`; each
/// four rounds are followed by what takes the place of their sums, so that one is computed while the
/// other waits for its operands.
#[inline(always)]
fn absorb(working: &mut State, sums: &mut [[u32; 4]; 4], asked: &mut [u32; 1], block: &Block) {
    let mut window = [u32x4_splat(0); 4];
    for (words, bytes) in window.iter_mut().zip(block.as_chunks::<16>().0) {
        let from = load(bytes);
        *words = i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(from, from);
    }
    let (constants, _) = K.as_chunks::<4>();
    for i in 0..4 {
        store(&mut sums[i], i32x4_add(window[i], load(&constants[i])));
    }
    macro_rules! sixteen_rounds {
        ($group:ident: $($t:literal)*) => {$(
            round::<{ 4 * $t }>(working, sums[$t][0]);
            round::<{ 4 * $t + 1 }>(working, sums[$t][1]);
            ask(&mut asked[0], working[(22 - 4 * $t) % 8]);
            round::<{ 4 * $t + 2 }>(working, sums[$t][2]);
            round::<{ 4 * $t + 3 }>(working, sums[$t][3]);
            ask(&mut asked[0], working[(20 - 4 * $t) % 8]);
            if $group < 3 {
                window[$t] = scheduled::<$t>(&window);
                let constants = load(&constants[4 * ($group + 1) + $t]);
                store(&mut sums[$t], i32x4_add(window[$t], constants));
            }
        )*};
    }
    for group in 0..4 {
        sixteen_rounds!(group: 0 1 2 3);
    }
}

/// The words that take the place of four `T` sixteen rounds on.
#[inline(always)]
fn scheduled<const T: usize>(window: &[v128; 4]) -> v128 {
    let [now, next, later, last] = [0, 1, 2, 3].map(|offset| window[(T + offset) % 4]);
    let far = i32x4_shuffle::<1, 2, 3, 4>(now, next);
    let seven_back = i32x4_shuffle::<1, 2, 3, 4>(later, last);
    let sigma0 = v128_xor(v128_xor(rotated::<7>(far), rotated::<18>(far)), u32x4_shr(far, 3));
    let sum = i32x4_add(i32x4_add(now, seven_back), sigma0);
    // The upper two words hang on the lower two.
    let none = u32x4_splat(0);
    let lower = sigma1(i32x4_shuffle::<2, 2, 3, 3>(last, last));
    let sum = i32x4_add(sum, i32x4_shuffle::<0, 2, 4, 4>(lower, none));
    let upper = sigma1(i32x4_shuffle::<0, 0, 1, 1>(sum, sum));
    i32x4_add(sum, i32x4_shuffle::<4, 4, 0, 2>(upper, none))
}

/// The sigma of two words that stand twice each, in the first of their places: a rotation is the lower
/// half of a shift of both.
#[inline(always)]
fn sigma1(near: v128) -> v128 {
    v128_xor(v128_xor(u64x2_shr(near, 17), u64x2_shr(near, 19)), u32x4_shr(near, 10))
}

/// Every word rotated to the right.
#[inline(always)]
fn rotated<const R: u32>(words: v128) -> v128 {
    v128_or(u32x4_shr(words, R), i32x4_shl(words, 32 - R))
}
