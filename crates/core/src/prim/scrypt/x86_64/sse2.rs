//! BlockMix with Salsa20/8 in SSE2, which every x86-64 processor has.
//!
//! Origin: own, from RFC 7914, sections 3 and 4. A register holds a diagonal of the matrix, so that
//! four quarter rounds run in parallel. All arithmetic is modulo 2^32 and needs no bounds.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_load_si128, _mm_shuffle_epi32, _mm_slli_epi32, _mm_srli_epi32,
    _mm_store_si128, _mm_xor_si128,
};

use super::rows::rows;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::scrypt::kernel::kernel;
use crate::prim::scrypt::{Chunk, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("sse2", Features::NONE, "own, from RFC 7914, diagonals in registers").checked(),
    ops: Ops { mix },
};

rows!(#[target_feature(enable = "sse2")]);
kernel!(#[target_feature(enable = "sse2")]);

#[inline]
#[target_feature(enable = "sse2")]
fn rotated<const L: i32, const R: i32>(x: Row) -> Row {
    _mm_xor_si128(_mm_slli_epi32::<L>(x), _mm_srli_epi32::<R>(x))
}
