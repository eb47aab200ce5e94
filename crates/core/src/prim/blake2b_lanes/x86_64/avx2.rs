//! Four chains in parallel in AVX2 registers, one word of each chain per register.
//!
//! Origin: written from RFC 7693, section 3. The block words after the longest value are zero and
//! therefore omitted; rotations by whole bytes are shuffles. All arithmetic wraps modulo 2^64,
//! without bounds to track. Fastest from three chains on.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::blake2b::sigma::{INITIAL, SIGMA};
use crate::prim::blake2b_lanes::{Ops, Start};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        min_len: 3,
        ..Meta::own("avx2", Features::AVX2, "own, from RFC 7693, four chains a pass").checked()
    },
    ops: Ops { advance },
};

const LANES: usize = 4;
/// Number of words of the longest value.
const WORDS: usize = 8;

/// One word of each lane.
type Row = __m256i;

#[target_feature(enable = "avx2")]
fn advance(start: &Start, values: &mut [u8], steps: u32) {
    let n = start.digest_len;
    let mut bytes = [[0; 8 * WORDS]; LANES];
    let mut words = [[0; LANES]; WORDS];
    for group in values.chunks_mut(LANES * n) {
        for (lane, value) in group.chunks_exact(n).enumerate() {
            bytes[lane][..n].copy_from_slice(value);
            for word in 0..WORDS {
                words[word][lane] = u64::from_le_bytes(bytes[lane].as_chunks().0[word]);
            }
        }
        step(start, &mut words, steps);
        for (lane, value) in group.chunks_exact_mut(n).enumerate() {
            for word in 0..WORDS {
                bytes[lane].as_chunks_mut().0[word] = words[word][lane].to_le_bytes();
            }
            value.copy_from_slice(&bytes[lane][..n]);
        }
    }
    wipe(bytes.as_flattened_mut());
    wipe(words.as_flattened_mut());
}

/// Advances one chain per lane; the bits after the values stay zero.
#[target_feature(enable = "avx2")]
#[inline(never)]
fn step(start: &Start, words: &mut [[u64; LANES]; WORDS], steps: u32) {
    let mut value = [splat(0); WORDS];
    for word in 0..WORDS {
        value[word] = load(&words[word]);
    }
    for _ in 0..steps {
        let mut v = [splat(0); 16];
        for word in 0..8 {
            v[word] = splat(start.state[word]);
            v[word + 8] = splat(INITIAL[word]);
        }
        v[12] = splat(INITIAL[4] ^ start.absorbed());
        v[14] = splat(!INITIAL[6]);
        macro_rules! rounds {
            ($($r:literal)*) => {$( round::<$r>(&mut v, &value); )*};
        }
        rounds!(0 1 2 3 4 5 6 7 8 9 10 11);
        for word in 0..WORDS {
            let digest = _mm256_xor_si256(v[word], v[word + 8]);
            let digest = _mm256_xor_si256(digest, splat(start.state[word]));
            value[word] = _mm256_and_si256(digest, splat(mask(start.digest_len, word)));
        }
    }
    for word in 0..WORDS {
        store(&mut words[word], value[word]);
    }
}

/// Returns the mask of the bits of a word that belong to a value of `digest_len` bytes.
#[inline]
fn mask(digest_len: usize, word: usize) -> u64 {
    let bytes = digest_len.saturating_sub(8 * word).min(8) as u32;
    u64::MAX.checked_shr(64 - 8 * bytes).unwrap_or(0)
}

#[inline]
#[target_feature(enable = "avx2")]
fn round<const R: usize>(v: &mut [Row; 16], value: &[Row; WORDS]) {
    let at = const { SIGMA[R % 10] };
    mix(v, [0, 4, 8, 12], word(value, at[0]), word(value, at[1]));
    mix(v, [1, 5, 9, 13], word(value, at[2]), word(value, at[3]));
    mix(v, [2, 6, 10, 14], word(value, at[4]), word(value, at[5]));
    mix(v, [3, 7, 11, 15], word(value, at[6]), word(value, at[7]));
    mix(v, [0, 5, 10, 15], word(value, at[8]), word(value, at[9]));
    mix(v, [1, 6, 11, 12], word(value, at[10]), word(value, at[11]));
    mix(v, [2, 7, 8, 13], word(value, at[12]), word(value, at[13]));
    mix(v, [3, 4, 9, 14], word(value, at[14]), word(value, at[15]));
}

/// Returns a message word. Adding a word that is known to be zero compiles to nothing.
#[inline]
#[target_feature(enable = "avx2")]
fn word(value: &[Row; WORDS], at: usize) -> Row {
    if at < WORDS { value[at] } else { splat(0) }
}

/// The function G of section 3.1.
#[inline]
#[target_feature(enable = "avx2")]
fn mix(v: &mut [Row; 16], [a, b, c, d]: [usize; 4], x: Row, y: Row) {
    // Byte `i` comes from byte `i + 3`, or `i + 2`, of its word.
    let by_24 = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
    let by_16 = _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
    v[a] = _mm256_add_epi64(_mm256_add_epi64(v[a], v[b]), x);
    v[d] = _mm256_shuffle_epi32::<0b10_11_00_01>(_mm256_xor_si256(v[d], v[a]));
    v[c] = _mm256_add_epi64(v[c], v[d]);
    let turned = _mm256_xor_si256(v[b], v[c]);
    v[b] = _mm256_shuffle_epi8(turned, _mm256_broadcastsi128_si256(by_24));
    v[a] = _mm256_add_epi64(_mm256_add_epi64(v[a], v[b]), y);
    let turned = _mm256_xor_si256(v[d], v[a]);
    v[d] = _mm256_shuffle_epi8(turned, _mm256_broadcastsi128_si256(by_16));
    v[c] = _mm256_add_epi64(v[c], v[d]);
    let turned = _mm256_xor_si256(v[b], v[c]);
    v[b] = _mm256_or_si256(_mm256_add_epi64(turned, turned), _mm256_srli_epi64::<63>(turned));
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(word: u64) -> Row {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(words: &[u64; LANES]) -> Row {
    // SAFETY: the four words are 32 readable bytes, and the load requires no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn store(words: &mut [u64; LANES], row: Row) {
    // SAFETY: the four words are 32 writable bytes, and the store requires no alignment.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), row) };
}
