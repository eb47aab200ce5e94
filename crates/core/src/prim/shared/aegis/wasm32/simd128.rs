//! Blocks in 128-bit vectors, with AES rounds that look bytes up by four bits at a time.
//!
//! Origin: own, from FIPS 197 and `prim/shared/aes/nibbles.rs`. Needs SIMD128.

use core::arch::wasm32::*;

use crate::prim::shared::aes::nibbles::{CONSTANT, OUTPUT, PAIRS, Table};
use crate::prim::shared::aes::wasm32::simd128::{Inversion, sum_of};
use crate::prim::shared::wasm32::simd128::{self, read};

pub(in crate::prim) use crate::prim::shared::aes::wasm32::simd128::Block;

#[inline(always)]
pub(in crate::prim) fn load(bytes: &[u8; 16]) -> Block {
    simd128::load(bytes)
}

#[inline(always)]
pub(in crate::prim) fn store(to: &mut [u8; 16], block: Block) {
    simd128::store(to, block);
}

#[inline(always)]
pub(in crate::prim) fn xor(a: Block, b: Block) -> Block {
    v128_xor(a, b)
}

#[inline(always)]
pub(in crate::prim) fn and(a: Block, b: Block) -> Block {
    v128_and(a, b)
}

/// Performs an AES round on each block and adds its key.
#[inline(always)]
pub(in crate::prim) fn rounds<const N: usize>(
    mut blocks: [Block; N],
    keys: [Block; N],
) -> [Block; N] {
    rounds_in_place(&mut blocks, &keys);
    blocks
}

/// All lookup tables.
struct Tables {
    inversion: Inversion,
    pairs: [Table; 2],
    output: [Table; 2],
    /// ShiftRows followed by a rotation of each column by 0 to 3 rows, as swizzle indices.
    rows: [Table; 4],
    /// The reduction of a product with x.
    reduction: Table,
    constant: Table,
}

static TABLES: Tables = Tables {
    inversion: Inversion::TABLES,
    pairs: PAIRS,
    output: OUTPUT,
    rows: [
        [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11],
        [5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12],
        [10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1],
        [15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6],
    ],
    reduction: [0x1b; 16],
    constant: [CONSTANT; 16],
};

// One copy for both ciphers: the size of a WebAssembly module counts.
#[inline(never)]
fn rounds_in_place(blocks: &mut [Block], keys: &[Block]) {
    let tables = read(&TABLES);
    for (block, key) in blocks.iter_mut().zip(keys) {
        *block = v128_xor(tables.round(*block), *key);
    }
}

impl Tables {
    /// Performs a round without adding its key.
    #[inline(always)]
    fn round(&self, block: Block) -> Block {
        let (io, jo) = self.inversion.of(self.inversion.mapped(&self.pairs, block));
        let bytes = sum_of(&self.output, io, jo);
        // The S-box constant is added after MixColumns, which leaves it unchanged: its coefficients
        // sum to 1.
        v128_xor(self.mixed(bytes), load(&self.constant))
    }

    /// Applies ShiftRows and MixColumns (FIPS 197 sections 5.1.2 and 5.1.3): each byte becomes 2 a
    /// + 3 b + c + d, where a to d are the bytes of its column after ShiftRows, starting at its own
    /// row.
    #[inline(always)]
    fn mixed(&self, bytes: v128) -> v128 {
        let carry = v128_and(i8x16_lt(bytes, i8x16_splat(0)), load(&self.reduction));
        let twice = v128_xor(i8x16_add(bytes, bytes), carry);
        let [a, b, c, d] = self.rows.each_ref().map(load);
        let front = v128_xor(i8x16_swizzle(twice, a), i8x16_swizzle(v128_xor(twice, bytes), b));
        v128_xor(front, v128_xor(i8x16_swizzle(bytes, c), i8x16_swizzle(bytes, d)))
    }
}
