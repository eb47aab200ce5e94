//! Eight parallel blocks of Salsa20 or ChaCha20 in AVX2 registers.

use core::arch::x86_64::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};

/// A row of the state: one word of each of eight blocks.
pub(crate) type Row = __m256i;

const LANES: usize = 8;
const WIDE: usize = LANES * BLOCK;

/// Below this number of bytes single blocks in plain integers are as fast.
const MIN_VECTOR_LEN: usize = 2 * BLOCK;

/// Writes `source` XOR keystream into `out`, starting at the block counter of `state`, and advances
/// the counter past the last block used. `rounds` performs the cipher's twenty rounds.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
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
    if rest.len() < MIN_VECTOR_LEN || C::runs_over(state, LANES) {
        C::single(state, rest, source);
        return;
    }
    let mut keystream = [0; WIDE];
    chunk::<C>(state, &mut keystream, Source::Zero, &rounds);
    *state = C::advanced(state, rest.len().div_ceil(BLOCK) as u64);
    source.xor(rest, &keystream);
    crate::wipe::wipe(&mut keystream);
}

// Loops, not the adaptors of `core`: a closure with target features is not inlined into them.
#[inline]
#[target_feature(enable = "avx2")]
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
        rows[i] = _mm256_add_epi32(rows[i], start[i]);
    }
    let (low, high) = rows.split_at(8);
    for (at, half) in [(0, low), (32, high)] {
        let half = transposed(half);
        for lane in 0..LANES {
            put(out, source, lane * BLOCK + at, half[lane]);
        }
    }
}

/// Returns the rows of eight states with consecutive block counters; the low word must not
/// overflow.
#[inline]
#[target_feature(enable = "avx2")]
fn start<C: Cipher>(state: &[u32; 16]) -> [Row; 16] {
    let mut rows = [_mm256_setzero_si256(); 16];
    for i in 0..16 {
        rows[i] = _mm256_set1_epi32(state[i].cast_signed());
    }
    let [low, _] = C::COUNTER;
    rows[low] = _mm256_add_epi32(rows[low], _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    rows
}

/// Transposes eight rows with one word of each block into eight rows with eight words of one block.
#[inline]
#[target_feature(enable = "avx2")]
fn transposed(rows: &[Row]) -> [Row; 8] {
    let front = quads(rows[0], rows[1], rows[2], rows[3]);
    let back = quads(rows[4], rows[5], rows[6], rows[7]);
    let mut words = [_mm256_setzero_si256(); 8];
    for i in 0..4 {
        words[i] = _mm256_permute2x128_si256::<0x20>(front[i], back[i]);
        words[i + 4] = _mm256_permute2x128_si256::<0x31>(front[i], back[i]);
    }
    words
}

/// Returns four words of blocks `i` and `i + 4` in row `i`.
#[inline]
#[target_feature(enable = "avx2")]
fn quads(a: Row, b: Row, c: Row, d: Row) -> [Row; 4] {
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
    let (ab2, cd2) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(ab2, cd2),
        _mm256_unpackhi_epi64(ab2, cd2),
    ]
}

/// Writes 32 bytes of keystream XOR source at offset `at`.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn put(out: &mut [u8; WIDE], source: Source<'_>, at: usize, keystream: Row) {
    let input = match source {
        Source::From(input) => load(&input[at..at + 32]),
        Source::InPlace => load(&out[at..at + 32]),
        Source::Zero => _mm256_setzero_si256(),
    };
    let to = &mut out[at..at + 32];
    // SAFETY: `to` is 32 bytes long, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm256_xor_si256(input, keystream)) }
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(bytes: &[u8]) -> Row {
    debug_assert_eq!(bytes.len(), 32);
    // SAFETY: both callers pass 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Rotates every lane to the left by `R`; `S` is `32 - R`.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn rotate<const R: i32, const S: i32>(x: Row) -> Row {
    _mm256_or_si256(_mm256_slli_epi32::<R>(x), _mm256_srli_epi32::<S>(x))
}
