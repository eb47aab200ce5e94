//! Bytes of AES in 128-bit vectors, looked up by four bits at a time.
//!
//! Origin: own, from `prim/shared/aes/nibbles.rs`. Needs SIMD128.

use core::arch::wasm32::*;

use crate::prim::shared::aes::nibbles::{A_OVER, INVERSE, Table};
use crate::prim::shared::wasm32::simd128::load;

/// A block, with its first byte in the lowest lane.
pub(in crate::prim) type Block = v128;

/// Looks each byte up in a table; an index beyond its end yields zero.
#[inline(always)]
pub(in crate::prim) fn found(table: &Table, at: v128) -> v128 {
    i8x16_swizzle(load(table), at)
}

/// Returns the XOR of the entries found in the two tables.
#[inline(always)]
pub(in crate::prim) fn sum_of(tables: &[Table; 2], at: v128, and_at: v128) -> v128 {
    v128_xor(found(&tables[0], at), found(&tables[1], and_at))
}

/// The tables for inverting pairs.
pub(in crate::prim) struct Inversion {
    lower: Table,
    a_over: Table,
    inverse: Table,
}

impl Inversion {
    pub(in crate::prim) const TABLES: Self =
        Self { lower: [15; 16], a_over: A_OVER, inverse: INVERSE };

    /// Returns the low and the high four bits of each byte.
    #[inline(always)]
    pub(in crate::prim) fn halves(&self, bytes: v128) -> (v128, v128) {
        let lower = load(&self.lower);
        (v128_and(bytes, lower), v128_and(u16x8_shr(bytes, 4), lower))
    }

    /// Returns the image of each byte under a linear map.
    #[inline(always)]
    pub(in crate::prim) fn mapped(&self, map: &[Table; 2], bytes: v128) -> v128 {
        let (lower, upper) = self.halves(bytes);
        sum_of(map, lower, upper)
    }

    /// Returns the indices io and jo for looking up the inverses of pairs, with k in the low half
    /// of a byte and i in the high half.
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
