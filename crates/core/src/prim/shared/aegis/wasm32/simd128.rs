//! Blocks in vectors of 128 bits, with rounds that look bytes up by four of their bits.
//!
//! Origin: own, from FIPS 197 and `prim/shared/aes/nibbles.rs`. Needs SIMD128.

use core::arch::wasm32::*;

use crate::prim::shared::aes::nibbles::{CONSTANT, OUTPUT, PAIRS};
use crate::prim::shared::aes::wasm32::simd128::{Inversion, sum_of};

pub(in crate::prim) use crate::prim::shared::aes::wasm32::simd128::{Block, load, store};

#[inline(always)]
pub(in crate::prim) fn xor(a: Block, b: Block) -> Block {
    v128_xor(a, b)
}

#[inline(always)]
pub(in crate::prim) fn and(a: Block, b: Block) -> Block {
    v128_and(a, b)
}

/// A round of AES on each block, and its key added.
#[inline(always)]
pub(in crate::prim) fn rounds<const N: usize>(
    mut blocks: [Block; N],
    keys: [Block; N],
) -> [Block; N] {
    rounds_in_place(&mut blocks, &keys);
    blocks
}

// One copy for both ciphers: a module's size counts.
#[inline(never)]
fn rounds_in_place(blocks: &mut [Block], keys: &[Block]) {
    for (block, key) in blocks.iter_mut().zip(keys) {
        *block = v128_xor(round(*block), *key);
    }
}

/// A round before its key is added.
#[inline(always)]
fn round(block: Block) -> Block {
    let inversion = &Inversion::TABLES;
    let (io, jo) = inversion.of(inversion.mapped(&PAIRS, block));
    let bytes = sum_of(&OUTPUT, io, jo);
    // The constant of the S-box is added behind MixColumns, whose factors have the sum 1.
    v128_xor(mixed(bytes), u8x16_splat(CONSTANT))
}

/// ShiftRows and MixColumns (FIPS 197 sections 5.1.2 and 5.1.3): each byte becomes 2 a + 3 b + c + d of
/// those in its column from its own row down, which stood as many columns further on as their rows say.
#[inline(always)]
fn mixed(bytes: v128) -> v128 {
    let carry = v128_and(i8x16_lt(bytes, i8x16_splat(0)), u8x16_splat(0x1b));
    let twice = v128_xor(i8x16_add(bytes, bytes), carry);
    let thrice = v128_xor(twice, bytes);
    let a = i8x16_shuffle::<0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11>(twice, twice);
    let b = i8x16_shuffle::<5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12>(thrice, thrice);
    let c = i8x16_shuffle::<10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1>(bytes, bytes);
    let d = i8x16_shuffle::<15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6>(bytes, bytes);
    v128_xor(v128_xor(a, b), v128_xor(c, d))
}
