//! Salsa20 and ChaCha20 in AVX-512 registers: sixteen parallel blocks with one word of each in a
//! register, or four blocks with a quarter of each in a register.

use core::arch::x86_64::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};
use crate::wipe::wipe;

/// A row of the state: one word of each of sixteen blocks.
pub(crate) type Row = __m512i;

const LANES: usize = 16;
const WIDE: usize = LANES * BLOCK;

/// The number of keystream bytes from [`four_blocks`].
pub(crate) const FOUR_BLOCKS: usize = 4 * BLOCK;

/// Writes `source` XOR keystream into `out`, starting at the block counter of `state`, and advances
/// the counter past the last block used. `rounds` performs the cipher's twenty rounds on sixteen
/// blocks; `four_blocks` computes four blocks of keystream.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
    four_blocks: impl Fn(&[u32; 16]) -> [Row; 4],
) {
    let (wides, rest) = out.as_chunks_mut::<WIDE>();
    for wide in wides {
        if C::runs_over(state, LANES) {
            C::single(state, wide, source);
        } else {
            chunk::<C>(state, wide, source, &rounds);
            state[C::COUNTER[0]] += LANES as u32;
        }
        source = source.skip(WIDE);
    }
    // For a single block only latency counts, which is shorter in plain integers.
    if rest.len() <= BLOCK || C::runs_over(state, LANES) {
        C::single(state, rest, source);
        return;
    }
    let mut keystream = [0; WIDE];
    if rest.len() > FOUR_BLOCKS {
        chunk::<C>(state, &mut keystream, Source::Zero, &rounds);
    } else {
        let blocks = four_blocks(state);
        for i in 0..4 {
            put(&mut keystream, Source::Zero, i * BLOCK, blocks[i]);
        }
    }
    *state = C::advanced(state, rest.len().div_ceil(BLOCK) as u64);
    source.xor(rest, &keystream);
    wipe(&mut keystream[..rest.len()]);
}

/// Returns four states with consecutive block counters, one in each quarter of the registers: word
/// `i` of a quarter of row `r` is word `order[r][i]` of the block's state.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn quarters<C: Cipher>(state: &[u32; 16], order: &[[usize; 4]; 4]) -> [Row; 4] {
    let mut blocks = [_mm512_setzero_si512(); 4];
    for k in 0..4 {
        blocks[k] = load(C::advanced(state, k as u64).map(u32::to_le_bytes).as_flattened());
    }
    let mut rows = [_mm512_setzero_si512(); 4];
    for r in 0..4 {
        let [i, j, k, l] = order[r];
        let quarter = _mm512_setr4_epi32(i as i32, j as i32, k as i32, l as i32);
        rows[r] = _mm512_permutexvar_epi32(quarter, blocks[0]);
        for k in 1..4 {
            let mask = 0xf << (4 * k);
            rows[r] = _mm512_mask_permutexvar_epi32(rows[r], mask, quarter, blocks[k]);
        }
    }
    rows
}

/// Transposes four rows, with a quarter of each block in a quarter of the register, into four
/// blocks.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn gathered(rows: [Row; 4]) -> [Row; 4] {
    let [a, b, c, d] = rows;
    let ab = _mm512_shuffle_i32x4::<0x44>(a, b);
    let ab2 = _mm512_shuffle_i32x4::<0xee>(a, b);
    let cd = _mm512_shuffle_i32x4::<0x44>(c, d);
    let cd2 = _mm512_shuffle_i32x4::<0xee>(c, d);
    [
        _mm512_shuffle_i32x4::<0x88>(ab, cd),
        _mm512_shuffle_i32x4::<0xdd>(ab, cd),
        _mm512_shuffle_i32x4::<0x88>(ab2, cd2),
        _mm512_shuffle_i32x4::<0xdd>(ab2, cd2),
    ]
}

// Loops, not the adaptors of `core`: a closure with target features is not inlined into them.
#[inline]
#[target_feature(enable = "avx512f")]
fn chunk<C: Cipher>(
    state: &[u32; 16],
    out: &mut [u8; WIDE],
    source: Source<'_>,
    rounds: &impl Fn(&mut [Row; 16]),
) {
    let mut rows = start::<C>(state);
    rounds(&mut rows);
    let start = start::<C>(again(state));
    for i in 0..16 {
        rows[i] = _mm512_add_epi32(rows[i], start[i]);
    }
    let blocks = transposed(&rows);
    for lane in 0..LANES {
        put(out, source, lane * BLOCK, blocks[lane]);
    }
}

/// Returns the rows of sixteen states with consecutive block counters; the low word must not
/// overflow.
#[inline]
#[target_feature(enable = "avx512f")]
fn start<C: Cipher>(state: &[u32; 16]) -> [Row; 16] {
    let mut rows = [_mm512_setzero_si512(); 16];
    for i in 0..16 {
        rows[i] = _mm512_set1_epi32(state[i].cast_signed());
    }
    let [low, _] = C::COUNTER;
    let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    rows[low] = _mm512_add_epi32(rows[low], lanes);
    rows
}

/// Transposes sixteen rows with one word of each block into sixteen blocks.
#[inline]
#[target_feature(enable = "avx512f")]
fn transposed(rows: &[Row; 16]) -> [Row; 16] {
    let mut blocks = [_mm512_setzero_si512(); 16];
    let a = quads(rows[0], rows[1], rows[2], rows[3]);
    let b = quads(rows[4], rows[5], rows[6], rows[7]);
    let c = quads(rows[8], rows[9], rows[10], rows[11]);
    let d = quads(rows[12], rows[13], rows[14], rows[15]);
    for i in 0..4 {
        let quarter = gathered([a[i], b[i], c[i], d[i]]);
        for k in 0..4 {
            blocks[i + 4 * k] = quarter[k];
        }
    }
    blocks
}

/// Returns four words of blocks `i`, `i + 4`, `i + 8` and `i + 12` in row `i`.
#[inline]
#[target_feature(enable = "avx512f")]
fn quads(a: Row, b: Row, c: Row, d: Row) -> [Row; 4] {
    let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
    let (ab2, cd2) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
    [
        _mm512_unpacklo_epi64(ab, cd),
        _mm512_unpackhi_epi64(ab, cd),
        _mm512_unpacklo_epi64(ab2, cd2),
        _mm512_unpackhi_epi64(ab2, cd2),
    ]
}

/// Writes 64 bytes of keystream XOR source at offset `at`.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn put(out: &mut [u8; WIDE], source: Source<'_>, at: usize, keystream: Row) {
    let input = match source {
        Source::From(input) => load(&input[at..at + BLOCK]),
        Source::InPlace => load(&out[at..at + BLOCK]),
        Source::Zero => _mm512_setzero_si512(),
    };
    let to = &mut out[at..at + BLOCK];
    // SAFETY: `to` is 64 bytes long, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_xor_si512(input, keystream)) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(bytes: &[u8]) -> Row {
    debug_assert_eq!(bytes.len(), BLOCK);
    // SAFETY: both callers pass 64 bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
