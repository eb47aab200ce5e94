//! SHA-256 with the schedule in 128-bit vectors and the rounds in plain integers.
//!
//! Origin: own, from FIPS 180-4, section 6.2. Needs SIMD128. The sums of words and constants pass
//! through memory, because a load stays at its position among the rounds: optimising engines
//! compute schedule words in registers long before their round and run out of registers. Engines
//! also defer the rounds, which an occasional store of a working variable prevents. All arithmetic
//! is modulo 2^32 and needs no bounds.

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

/// Returns the SHA-256 of the optional first block and all parts.
// Not inlined: the size of a WebAssembly module counts, so all calls share the padding code.
#[inline(never)]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, compress)
}

/// Compresses the blocks into the state.
// Not inlined: all calls share one copy of the rounds.
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

/// Performs the rounds of a block. `sums` holds the sums of the constants and sixteen schedule
/// words; after every four rounds their sums are replaced, so that the schedule and the rounds
/// overlap.
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

/// Returns the four schedule words that replace group `T` sixteen rounds later.
#[inline(always)]
fn scheduled<const T: usize>(window: &[v128; 4]) -> v128 {
    let [now, next, later, last] = [0, 1, 2, 3].map(|offset| window[(T + offset) % 4]);
    let far = i32x4_shuffle::<1, 2, 3, 4>(now, next);
    let seven_back = i32x4_shuffle::<1, 2, 3, 4>(later, last);
    let sigma0 = v128_xor(v128_xor(rotated::<7>(far), rotated::<18>(far)), u32x4_shr(far, 3));
    let sum = i32x4_add(i32x4_add(now, seven_back), sigma0);
    // The upper two words depend on the lower two.
    let none = u32x4_splat(0);
    let lower = sigma1(i32x4_shuffle::<2, 2, 3, 3>(last, last));
    let sum = i32x4_add(sum, i32x4_shuffle::<0, 2, 4, 4>(lower, none));
    let upper = sigma1(i32x4_shuffle::<0, 0, 1, 1>(sum, sum));
    i32x4_add(sum, i32x4_shuffle::<4, 4, 0, 2>(upper, none))
}

/// Returns sigma1 of two words, each given twice in a row; the results replace the first copies.
/// The low half of a 64-bit shift of both copies is a rotation.
#[inline(always)]
fn sigma1(near: v128) -> v128 {
    v128_xor(v128_xor(u64x2_shr(near, 17), u64x2_shr(near, 19)), u32x4_shr(near, 10))
}

/// Rotates every word to the right by `R`.
#[inline(always)]
fn rotated<const R: u32>(words: v128) -> v128 {
    v128_or(u32x4_shr(words, R), i32x4_shl(words, 32 - R))
}
