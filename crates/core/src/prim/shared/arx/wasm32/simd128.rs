//! Four blocks of Salsa20 or ChaCha20 side by side in vectors of 128 bits.

use core::arch::wasm32::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};
use crate::wipe::wipe;

/// A row of the state: one word of each of four blocks.
pub(crate) type Row = v128;

const LANES: usize = 4;
const WIDE: usize = LANES * BLOCK;

/// Up to this many bytes a single block in plain integers is as fast.
const MAX_SINGLE_LEN: usize = BLOCK;

/// Writes `source` XOR keystream into `out` from the block on that `state` counts, which is left
/// at the block after the last one used. `rounds` does the cipher's twenty rounds.
#[inline(always)]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
) {
    let mut keystream = [0; WIDE];
    let mut rest = out;
    while rest.len() > MAX_SINGLE_LEN {
        let (piece, behind) = rest.split_at_mut(rest.len().min(WIDE));
        if C::runs_over(state, LANES) {
            C::single(state, piece, source);
        } else {
            let whole = <&mut [u8; WIDE]>::try_from(&mut *piece);
            let (to, from) = match whole {
                Ok(whole) => (whole, source),
                Err(_) => (&mut keystream, Source::Zero),
            };
            let mut rows = start::<C>(state);
            rounds(&mut rows);
            finish::<C>(state, rows, to, from);
            if piece.len() < WIDE {
                source.xor(piece, &keystream);
                wipe(&mut keystream);
            }
            *state = C::advanced(state, piece.len().div_ceil(BLOCK) as u64);
        }
        source = source.skip(piece.len());
        rest = behind;
    }
    if !rest.is_empty() {
        C::single(state, rest, source);
    }
}

/// Adds the start to the rows behind the rounds and writes the blocks, XORed onto the source.
#[inline(always)]
fn finish<C: Cipher>(
    state: &[u32; 16],
    mut rows: [Row; 16],
    out: &mut [u8; WIDE],
    source: Source<'_>,
) {
    let start = start::<C>(again(state));
    for i in 0..16 {
        rows[i] = i32x4_add(rows[i], start[i]);
    }
    for (quarter, words) in rows.as_chunks().0.iter().enumerate() {
        let blocks = transposed(words);
        for lane in 0..LANES {
            put(out, source, lane * BLOCK + 16 * quarter, blocks[lane]);
        }
    }
}

/// The rows of four states that count on from `state`; the low word does not run over.
#[inline(always)]
fn start<C: Cipher>(state: &[u32; 16]) -> [Row; 16] {
    let mut rows = state.map(|word| u32x4_splat(word));
    let [low, _] = C::COUNTER;
    rows[low] = i32x4_add(rows[low], u32x4(0, 1, 2, 3));
    rows
}

/// Turns four rows of one word of each block into four words of each block, and back.
#[inline(always)]
pub(crate) fn transposed(&[a, b, c, d]: &[Row; 4]) -> [Row; 4] {
    let (ab, cd) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<0, 4, 1, 5>(c, d));
    let (ab2, cd2) = (i32x4_shuffle::<2, 6, 3, 7>(a, b), i32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        i64x2_shuffle::<0, 2>(ab, cd),
        i64x2_shuffle::<1, 3>(ab, cd),
        i64x2_shuffle::<0, 2>(ab2, cd2),
        i64x2_shuffle::<1, 3>(ab2, cd2),
    ]
}

/// Writes 16 bytes of keystream, XORed onto the source, at `at`.
#[inline(always)]
#[allow(unsafe_code)]
fn put(out: &mut [u8; WIDE], source: Source<'_>, at: usize, keystream: Row) {
    let input = match source {
        Source::From(input) => load(&input[at..at + 16]),
        Source::InPlace => load(&out[at..at + 16]),
        Source::Zero => u32x4_splat(0),
    };
    let to = &mut out[at..at + 16];
    // SAFETY: `to` is 16 writable bytes.
    unsafe { v128_store(to.as_mut_ptr().cast(), v128_xor(input, keystream)) }
}

#[inline(always)]
#[allow(unsafe_code)]
fn load(bytes: &[u8]) -> Row {
    debug_assert_eq!(bytes.len(), 16);
    // SAFETY: both callers pass 16 readable bytes.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

/// `x <<< R` in every lane.
// Not by shuffles of bytes where bytes move whole: engines make as many instructions of these, or more.
#[inline(always)]
pub(crate) fn rotate<const R: u32>(x: Row) -> Row {
    v128_or(i32x4_shl(x, R), u32x4_shr(x, 32 - R))
}
