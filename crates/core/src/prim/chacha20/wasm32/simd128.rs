//! Four or eight blocks in parallel in 128-bit vectors; a vector holds one word of each of four
//! blocks.
//!
//! Origin: written from RFC 8439. Needs SIMD128. One or two blocks are computed one by one in plain
//! integers.

use core::arch::wasm32::{i8x16_swizzle, i32x4_add, u8x16, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::chacha20::Ops;
use crate::prim::chacha20::portable::ChaCha20;
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Group, Kernel, Row, rotate};
use crate::prim::shared::wasm32::simd128::indices;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, blocks side by side"),
    ops: Ops { xor: chacha20, reduced: () },
};

static KERNEL: Kernel = Kernel::new::<ChaCha20>(rounds);

/// Encrypts with ChaCha20, starting at the block that `state` counts.
// Not inlined, so that all constructions share one copy.
#[inline(never)]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20>(state, out, source, &KERNEL);
}

/// Returns the swizzle indices that rotate words by 16 bits and by 8 bits.
#[inline(always)]
fn by_bytes() -> [Row; 2] {
    [
        indices::<0>(u8x16(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)),
        indices::<1>(u8x16(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)),
    ]
}

fn rounds(groups: &mut [Group]) {
    let [by_16, by_8] = by_bytes();
    arx::rounds(groups, |group| columns(group, by_16, by_8), |group| diagonals(group, by_16, by_8));
}

#[inline(always)]
fn columns(group: &mut Group, by_16: Row, by_8: Row) {
    quarter::<0, 4, 8, 12>(group, by_16, by_8);
    quarter::<1, 5, 9, 13>(group, by_16, by_8);
    quarter::<2, 6, 10, 14>(group, by_16, by_8);
    quarter::<3, 7, 11, 15>(group, by_16, by_8);
}

#[inline(always)]
fn diagonals(group: &mut Group, by_16: Row, by_8: Row) {
    quarter::<0, 5, 10, 15>(group, by_16, by_8);
    quarter::<1, 6, 11, 12>(group, by_16, by_8);
    quarter::<2, 7, 8, 13>(group, by_16, by_8);
    quarter::<3, 4, 9, 14>(group, by_16, by_8);
}

// The indices are const parameters, so that every row stays in its own local variable.
#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(
    group: &mut Group,
    by_16: Row,
    by_8: Row,
) {
    [group[A], group[B], group[C], group[D]] =
        mixed([group[A], group[B], group[C], group[D]], by_16, by_8);
}

#[inline(always)]
fn mixed([mut a, mut b, mut c, mut d]: [Row; 4], by_16: Row, by_8: Row) -> [Row; 4] {
    a = i32x4_add(a, b);
    d = i8x16_swizzle(v128_xor(d, a), by_16);
    c = i32x4_add(c, d);
    b = rotate::<12>(v128_xor(b, c));
    a = i32x4_add(a, b);
    d = i8x16_swizzle(v128_xor(d, a), by_8);
    c = i32x4_add(c, d);
    b = rotate::<7>(v128_xor(b, c));
    [a, b, c, d]
}
