//! Bytes of AES in vectors of 128 bits, looked up by four of their bits.
//!
//! Origin: own, from `prim/shared/aes/nibbles.rs`. Needs SIMD128.

use core::arch::wasm32::*;

use crate::prim::shared::aes::nibbles::{A_OVER, INVERSE, Table};
use crate::prim::shared::wasm32::simd128::load;

/// A block, its first byte in the lowest lane.
pub(in crate::prim) type Block = v128;

/// What each byte stands for in a table; behind its end that is zero.
#[inline(always)]
pub(in crate::prim) fn found(table: &Table, at: v128) -> v128 {
    i8x16_swizzle(load(table), at)
}

/// The sum of what is found in either table.
#[inline(always)]
pub(in crate::prim) fn sum_of(tables: &[Table; 2], at: v128, and_at: v128) -> v128 {
    v128_xor(found(&tables[0], at), found(&tables[1], and_at))
}

/// What pairs are inverted by.
pub(in crate::prim) struct Inversion {
    lower: Table,
    a_over: Table,
    inverse: Table,
}

impl Inversion {
    pub(in crate::prim) const TABLES: Self =
        Self { lower: [15; 16], a_over: A_OVER, inverse: INVERSE };

    /// The lower and the upper four bits of each byte.
    #[inline(always)]
    pub(in crate::prim) fn halves(&self, bytes: v128) -> (v128, v128) {
        let lower = load(&self.lower);
        (v128_and(bytes, lower), v128_and(u16x8_shr(bytes, 4), lower))
    }

    /// The image of each byte under a linear map.
    #[inline(always)]
    pub(in crate::prim) fn mapped(&self, map: &[Table; 2], bytes: v128) -> v128 {
        let (lower, upper) = self.halves(bytes);
        sum_of(map, lower, upper)
    }

    /// By what the inverses of pairs, k in the lower half of a byte and i in the upper, are looked up: io
    /// and jo.
    #[inline(always)]
    pub(in crate::prim) fn of(&self, pairs: v128) -> (v128, v128) {
        let (k, i) = self.halves(pairs);
        let j = v128_xor(i, k);
        let a_over_k = found(&self.a_over, k);
        let inverse = |of| found(&self.inverse, of);
        let io = v128_xor(inverse(v128_xor(inverse(i), a_over_k)), j);
        let jo = v128_xor(inverse(v128_xor(inverse(j), a_over_k)), i);
        (io, jo)
    }
}
