//! SHA-512 with the schedule in 128-bit vectors and the rounds in plain integers.
//!
//! Origin: own, from FIPS 180-4, section 6.4. Needs SIMD128. The sums of words and constants pass
//! through memory, and an occasional store saves a working variable, for the reasons given in
//! `prim/sha256/wasm32/simd128.rs`. All arithmetic is modulo 2^64 and needs no bounds.

use core::arch::wasm32::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha512::message::{self, Block, State};
use crate::prim::sha512::portable::round;
use crate::prim::sha512::{DIGEST_LEN, Ops};
use crate::prim::shared::sha2::K;
use crate::prim::shared::wasm32::ask;
use crate::prim::shared::wasm32::simd128::{load, store};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from FIPS 180-4, the schedule in vectors"),
    ops: Ops { hash, absorb: compress },
};

/// Returns the SHA-512 of the optional first block and all parts.
// Not inlined: the size of a WebAssembly module counts, so all calls share the padding code.
#[inline(never)]
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, compress)
}

/// Compresses the blocks into the state.
// Not inlined: all calls share one copy of the rounds.
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block]) {
    let mut sums = [[0; 2]; 8];
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
/// words; after every two rounds their sums are replaced.
#[inline(always)]
fn absorb(working: &mut State, sums: &mut [[u64; 2]; 8], asked: &mut [u64; 1], block: &Block) {
    let (halves, _) = block.as_chunks::<16>();
    let words = |i: usize| {
        let from = load(&halves[i]);
        i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(from, from)
    };
    // Written out, so that the message is only in locals: in memory it would have to be wiped.
    let mut window =
        [words(0), words(1), words(2), words(3), words(4), words(5), words(6), words(7)];
    let (constants, _) = K.as_chunks::<2>();
    macro_rules! sums {
        ($($i:literal)*) => {$( store(&mut sums[$i], i64x2_add(window[$i], load(&constants[$i]))); )*};
    }
    sums!(0 1 2 3 4 5 6 7);
    macro_rules! sixteen_rounds {
        ($group:ident: $($t:literal)*) => {$(
            round::<{ 2 * $t }>(working, sums[$t][0]);
            round::<{ 2 * $t + 1 }>(working, sums[$t][1]);
            if $t % 2 == 1 {
                ask(&mut asked[0], working[(22 - 2 * $t) % 8]);
            }
            if $group < 4 {
                window[$t] = scheduled::<$t>(&window);
                let constants = load(&constants[8 * ($group + 1) + $t]);
                store(&mut sums[$t], i64x2_add(window[$t], constants));
            }
        )*};
    }
    for group in 0..5 {
        sixteen_rounds!(group: 0 1 2 3 4 5 6 7);
    }
}

/// Returns the two schedule words that replace pair `T` sixteen rounds later.
#[inline(always)]
fn scheduled<const T: usize>(window: &[v128; 8]) -> v128 {
    let at = |offset: usize| window[(T + offset) % 8];
    let far = i64x2_shuffle::<1, 2>(at(0), at(1));
    let seven_back = i64x2_shuffle::<1, 2>(at(4), at(5));
    let near = at(7);
    let sigma0 = v128_xor(v128_xor(rotated::<1>(far), rotated::<8>(far)), u64x2_shr(far, 7));
    let sigma1 = v128_xor(v128_xor(rotated::<19>(near), rotated::<61>(near)), u64x2_shr(near, 6));
    i64x2_add(i64x2_add(at(0), seven_back), i64x2_add(sigma0, sigma1))
}

/// Rotates every word to the right by `R`.
#[inline(always)]
fn rotated<const R: u32>(words: v128) -> v128 {
    v128_or(u64x2_shr(words, R), i64x2_shl(words, 64 - R))
}
