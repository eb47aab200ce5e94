//! BlockMix with Salsa20/8 in 128-bit registers, with the rotations of AVX-512.
//!
//! Origin: own, from RFC 7914, sections 3 and 4. A register holds a diagonal of the matrix, so that
//! four quarter rounds run in parallel. Each chunk depends on the previous chunk, so the longest
//! dependency chain determines the time; rotating in one instruction shortens it by a quarter. All
//! arithmetic is modulo 2^32 and needs no bounds.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_load_si128, _mm_rol_epi32, _mm_shuffle_epi32, _mm_store_si128,
    _mm_xor_si128,
};

use super::rows::rows;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::scrypt::kernel::kernel;
use crate::prim::scrypt::{Chunk, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "avx512",
        Features::AVX512VL,
        "own, from RFC 7914, diagonals in registers, rotations of AVX-512",
    ),
    ops: Ops { mix },
};

rows!(#[target_feature(enable = "avx512f,avx512vl")]);
kernel!(#[target_feature(enable = "avx512f,avx512vl")]);

#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn rotated<const L: i32, const R: i32>(x: Row) -> Row {
    _mm_rol_epi32::<L>(x)
}
