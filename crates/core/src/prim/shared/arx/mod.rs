//! The code shared by the stream ciphers Salsa20 and ChaCha20: parallel blocks in plain integers.
//!
//! The state is sixteen rows of `N` lanes, where lane `l` is block `counter + l`. A compiler can
//! put the lanes into vectors of any width that it may use. Arithmetic is modulo 2^32.

#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

use crate::prim::Source;
use crate::wipe::wipe;

pub(crate) const BLOCK: usize = 64;

/// The constants for 32-byte keys.
pub const CONSTANTS: &[u8; 16] = b"expand 32-byte k";

/// [`CONSTANTS`] as words.
pub(crate) const SIGMA: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// A cipher of the family.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "the vector kernels use all"))]
pub(crate) trait Cipher {
    /// The state words of the block counter: the low and the high one.
    const COUNTER: [usize; 2];

    /// The portable [`xor`], for inputs too short for vectors.
    fn single(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>);

    /// Advances the counter of the state by `blocks`, modulo 2^64.
    #[inline(always)]
    fn advance(state: &mut [u32; 16], blocks: u64) {
        advance(state, Self::COUNTER, blocks);
    }

    /// Returns the state advanced by `blocks`.
    #[inline(always)]
    fn advanced(state: &[u32; 16], blocks: u64) -> [u32; 16] {
        let mut state = *state;
        Self::advance(&mut state, blocks);
        state
    }

    /// Returns whether the low word of the counter overflows within `blocks` blocks. Vectors count
    /// only in that word; [`Cipher::single`] handles the few blocks where it overflows.
    #[inline(always)]
    fn runs_over(state: &[u32; 16], blocks: usize) -> bool {
        runs_over(state, Self::COUNTER, blocks)
    }

    /// Returns the initial state for the addition after the rounds.
    fn behind_the_rounds(state: &[u32; 16]) -> &[u32; 16];

    /// Performs the rounds on `N` parallel states.
    fn rounds<const N: usize>(rows: &mut [[u32; N]; 16]);
}

/// Implements [`Cipher::advance`] for a state with these counter words.
#[inline(always)]
fn advance(state: &mut [u32; 16], [low, high]: [usize; 2], blocks: u64) {
    let counter = (u64::from(state[low]) | u64::from(state[high]) << 32).wrapping_add(blocks);
    state[low] = counter as u32;
    state[high] = (counter >> 32) as u32;
}

/// Implements [`Cipher::runs_over`] for a state with these counter words.
#[inline(always)]
fn runs_over(state: &[u32; 16], [low, _]: [usize; 2], blocks: usize) -> bool {
    u32::try_from(blocks).ok().and_then(|blocks| state[low].checked_add(blocks)).is_none()
}

/// Writes `source` XOR keystream into `out`, starting at the block counter of `state`, and advances
/// the counter past the last block used. Computes `N` blocks in parallel while more than half of
/// them are needed, then single blocks.
#[inline(always)]
pub(crate) fn xor<C: Cipher, const N: usize>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
) {
    if N == 1 {
        #[cfg(target_arch = "wasm32")]
        return wasm32::single::xor::<C>(state, out, source);
        #[cfg(not(target_arch = "wasm32"))]
        return pieces::<C, 1>(state, out, source);
    }
    let wide = BLOCK * N * (out.len() / (BLOCK * N));
    let rest = out.len() - wide;
    let wide = if rest > BLOCK * N / 2 { out.len() } else { wide };
    let (head, tail) = out.split_at_mut(wide);
    pieces::<C, N>(state, head, source);
    pieces::<C, 1>(state, tail, source.skip(wide));
}

#[inline(always)]
fn pieces<C: Cipher, const N: usize>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
) {
    let mut keystream = [[0; BLOCK]; N];
    for piece in out.chunks_mut(BLOCK * N) {
        blocks::<C, N>(&mut keystream, state);
        *state = C::advanced(state, piece.len().div_ceil(BLOCK) as u64);
        source.xor(piece, keystream.as_flattened());
        source = source.skip(piece.len());
    }
    wipe(keystream.as_flattened_mut());
}

/// Writes `N` blocks of keystream, starting at the block counter of `state`.
#[inline(always)]
fn blocks<C: Cipher, const N: usize>(keystream: &mut [[u8; BLOCK]; N], state: &[u32; 16]) {
    let mut rows = start::<C, N>(state);
    C::rounds(&mut rows);
    let mut start = start::<C, N>(C::behind_the_rounds(state));
    for (row, start) in rows.iter_mut().zip(&start) {
        for (word, start) in row.iter_mut().zip(start) {
            *word = word.wrapping_add(*start);
        }
    }
    for (lane, block) in keystream.iter_mut().enumerate() {
        for (bytes, row) in block.as_chunks_mut::<4>().0.iter_mut().zip(&rows) {
            *bytes = row[lane].to_le_bytes();
        }
    }
    wipe(rows.as_flattened_mut());
    wipe(start.as_flattened_mut());
}

/// Returns `N` states with consecutive block counters.
#[inline(always)]
fn start<C: Cipher, const N: usize>(state: &[u32; 16]) -> [[u32; N]; 16] {
    let mut start = [[0; N]; 16];
    for lane in 0..N {
        let own = C::advanced(state, lane as u64);
        for (row, word) in start.iter_mut().zip(own) {
            row[lane] = word;
        }
    }
    start
}

/// Returns the same state, hidden from the compiler, so that it is read again. Values held across
/// the rounds would be spilled to the stack, where explicit wiping does not reach them.
#[inline(always)]
pub(crate) fn again(state: &[u32; 16]) -> &[u32; 16] {
    core::hint::black_box(state)
}

/// Performs the rounds on one state without adding the initial state: the core of HSalsa20.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn permute<C: Cipher>(state: &mut [u32; 16]) {
    let mut rows = state.map(|word| [word]);
    C::rounds(&mut rows);
    for (word, [row]) in state.iter_mut().zip(&rows) {
        *word = *row;
    }
    wipe(rows.as_flattened_mut());
}

/// Computes `to ^= (x + y) <<< R` in every lane, the step of Salsa20.
#[inline(always)]
pub(crate) fn xor_rotated_sum<const N: usize, const R: u32>(
    rows: &mut [[u32; N]; 16],
    to: usize,
    x: usize,
    y: usize,
) {
    for lane in 0..N {
        rows[to][lane] ^= rows[x][lane].wrapping_add(rows[y][lane]).rotate_left(R);
    }
}

/// Computes `x += y; to = (to ^ x) <<< R` in every lane, the step of ChaCha20.
#[inline(always)]
pub(crate) fn add_xor_rotate<const N: usize, const R: u32>(
    rows: &mut [[u32; N]; 16],
    to: usize,
    x: usize,
    y: usize,
) {
    for lane in 0..N {
        rows[x][lane] = rows[x][lane].wrapping_add(rows[y][lane]);
        rows[to][lane] = (rows[to][lane] ^ rows[x][lane]).rotate_left(R);
    }
}

/// Returns the little-endian word with this index.
#[inline(always)]
pub(crate) fn word(bytes: &[u8], index: usize) -> u32 {
    let at = 4 * index;
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
