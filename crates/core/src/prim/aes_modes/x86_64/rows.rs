//! Four blocks in a register of AVX-512, in memory as far as there are bytes.

use core::arch::x86_64::*;

use crate::prim::Source;
use crate::prim::shared::aes::Block;

/// Four blocks.
pub(super) type Row = __m512i;

pub(super) const ROW: usize = 64;

/// Row `i` of the input of some output, at least as long, and zeros behind it.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn input(out: &[u8], source: Source<'_>, i: usize) -> Row {
    match source {
        Source::From(input) => load(&input[..out.len()], i),
        Source::InPlace => load(out, i),
        Source::Zero => _mm512_setzero_si512(),
    }
}

/// The bytes of row `i` among so many.
#[inline(always)]
pub(super) fn mask(len: usize, i: usize) -> u64 {
    match len.saturating_sub(i * ROW) {
        left @ 0..ROW => (1 << left) - 1,
        _ => u64::MAX,
    }
}

/// A block in each quarter.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn everywhere(block: &Block) -> Row {
    // SAFETY: a block is 16 bytes.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(block.as_ptr().cast()) })
}

/// Row `i` of some bytes, and zeros behind them.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn load(bytes: &[u8], i: usize) -> Row {
    let from = bytes.as_ptr().wrapping_add(i * ROW);
    // SAFETY: the mask has no byte behind the last one, and no other is read.
    unsafe { _mm512_maskz_loadu_epi8(mask(bytes.len(), i), from.cast()) }
}

/// Row `i` of the powers, four of them or as many as there are, and zeros behind them.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn power_row(powers: &[u128], i: usize) -> Row {
    let from = powers.as_ptr().wrapping_add(i * 4);
    // SAFETY: as in `load`; a power is 16 bytes.
    unsafe { _mm512_maskz_loadu_epi8(mask(16 * powers.len(), i), from.cast()) }
}

/// Writes row `i` of some bytes, as far as they go.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn store(bytes: &mut [u8], i: usize, row: Row) {
    let mask = mask(bytes.len(), i);
    let to = bytes.as_mut_ptr().wrapping_add(i * ROW);
    // SAFETY: as in `load`: no other byte is written.
    unsafe { _mm512_mask_storeu_epi8(to.cast(), mask, row) }
}
