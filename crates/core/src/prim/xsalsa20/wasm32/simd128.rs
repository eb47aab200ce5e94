//! Four or eight parallel blocks in 128-bit vectors, each with one word of four blocks.
//!
//! Origin: own, from the Salsa20 specification. Needs SIMD128. Up to two blocks are computed one at
//! a time in plain integers.

use core::arch::wasm32::{i32x4_add, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Group, Kernel, Row, rotate};
use crate::prim::xsalsa20::Ops;
use crate::prim::xsalsa20::portable::{self, Salsa20};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, blocks side by side"),
    ops: Ops { xor: salsa20, reduced: [portable::salsa::<12>, portable::salsa::<8>] },
};

static KERNEL: Kernel = Kernel::new::<Salsa20>(rounds);

/// Computes Salsa20, starting at the block counter of `state`.
// Not inlined: the size of a WebAssembly module counts, so all constructions share one copy.
#[inline(never)]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<Salsa20>(state, out, source, &KERNEL);
}

fn rounds(groups: &mut [Group]) {
    arx::rounds(groups, columns, rows);
}

#[inline(always)]
fn columns(group: &mut Group) {
    quarter::<0, 4, 8, 12>(group);
    quarter::<5, 9, 13, 1>(group);
    quarter::<10, 14, 2, 6>(group);
    quarter::<15, 3, 7, 11>(group);
}

#[inline(always)]
fn rows(group: &mut Group) {
    quarter::<0, 1, 2, 3>(group);
    quarter::<5, 6, 7, 4>(group);
    quarter::<10, 11, 8, 9>(group);
    quarter::<15, 12, 13, 14>(group);
}

// The indices are const generics, so that every row stays in its own local.
#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(group: &mut Group) {
    group[B] = step::<7>(group[B], group[A], group[D]);
    group[C] = step::<9>(group[C], group[B], group[A]);
    group[D] = step::<13>(group[D], group[C], group[B]);
    group[A] = step::<18>(group[A], group[D], group[C]);
}

/// Returns `to ^ ((x + y) <<< R)` in every lane.
#[inline(always)]
fn step<const R: u32>(to: Row, x: Row, y: Row) -> Row {
    v128_xor(to, rotate::<R>(i32x4_add(x, y)))
}
