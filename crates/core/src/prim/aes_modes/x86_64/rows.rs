//! Four blocks in an AVX-512 register: masked loads and stores, and conversion to numbers.

use core::arch::x86_64::*;

use crate::prim::Source;
use crate::prim::shared::aes::Block;

/// Four blocks.
pub(super) type Row = __m512i;

pub(super) const ROW: usize = 64;

/// Loads row `i` of the input, padded with zeros. The input has at least the length of `out`.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn input(out: &[u8], source: Source<'_>, i: usize) -> Row {
    match source {
        Source::From(input) => load(&input[..out.len()], i),
        Source::InPlace => load(out, i),
        Source::Zero => _mm512_setzero_si512(),
    }
}

/// Returns the byte mask of row `i` in a buffer of `len` bytes.
#[inline(always)]
pub(super) fn mask(len: usize, i: usize) -> u64 {
    match len.saturating_sub(i * ROW) {
        left @ 0..ROW => (1 << left) - 1,
        _ => u64::MAX,
    }
}

/// Copies a block to each quarter of a row.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn everywhere(block: &Block) -> Row {
    // SAFETY: a block is 16 bytes.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(block.as_ptr().cast()) })
}

/// Loads row `i` of a buffer, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn load(bytes: &[u8], i: usize) -> Row {
    let from = bytes.as_ptr().wrapping_add(i * ROW);
    // SAFETY: the mask excludes every byte after the end of the slice, and masked bytes are not
    // read.
    unsafe { _mm512_maskz_loadu_epi8(mask(bytes.len(), i), from.cast()) }
}

/// Loads row `i` of the powers, four per row, padded with zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn power_row(powers: &[u128], i: usize) -> Row {
    let from = powers.as_ptr().wrapping_add(i * 4);
    // SAFETY: as in `load`; a power is 16 bytes.
    unsafe { _mm512_maskz_loadu_epi8(mask(16 * powers.len(), i), from.cast()) }
}

/// Stores row `i` to a buffer, up to its end.
#[inline]
#[target_feature(enable = "avx512bw")]
#[allow(unsafe_code)]
pub(super) fn store(bytes: &mut [u8], i: usize, row: Row) {
    let mask = mask(bytes.len(), i);
    let to = bytes.as_mut_ptr().wrapping_add(i * ROW);
    // SAFETY: as in `load`: masked bytes are not written.
    unsafe { _mm512_mask_storeu_epi8(to.cast(), mask, row) }
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn zero() -> Row {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn xor(a: Row, b: Row) -> Row {
    _mm512_xor_si512(a, b)
}

/// Reverses the bytes of each block: converts between blocks and their numbers.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn turned(blocks: Row) -> Row {
    let order = _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
    _mm512_shuffle_epi8(blocks, _mm512_broadcast_i32x4(order))
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn number(number: u128) -> __m128i {
    _mm_set_epi64x(((number >> 64) as u64).cast_signed(), (number as u64).cast_signed())
}

#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn to_number(number: __m128i) -> u128 {
    let high = _mm_extract_epi64::<1>(number).cast_unsigned();
    u128::from(high) << 64 | u128::from(_mm_cvtsi128_si64(number).cast_unsigned())
}
