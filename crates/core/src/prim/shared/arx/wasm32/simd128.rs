//! Four blocks of Salsa20 or ChaCha20 side by side in vectors of 128 bits.

use core::arch::wasm32::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};
use crate::prim::shared::wasm32::simd128::{load, store};
use crate::wipe::wipe;

/// A row of the state: one word of each of four blocks.
pub(crate) type Row = v128;

const LANES: usize = 4;
const WIDE: usize = LANES * BLOCK;

/// Up to this many bytes two blocks are faster.
const MAX_TWO_LEN: usize = 2 * BLOCK;

/// Writes `source` XOR keystream into `out` from the block on that `state` counts, which is left
/// at the block after the last one used. `rounds` does the cipher's twenty rounds.
#[inline(always)]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
    rounds_of_one: impl Fn(&mut [Row; 4]),
    rounds_of_two: impl Fn(&mut [Row; 4], &mut [Row; 4]),
) {
    let mut rest = out;
    if rest.len() > MAX_TWO_LEN {
        rest = fours::<C>(state, rest, &mut source, rounds, &rounds_of_one);
    }
    if rest.len() > BLOCK {
        two::<C>(state, rest, source, &rounds_of_two);
    } else if !rest.is_empty() {
        one_by_one::<C>(state, rest, source, &rounds_of_one);
    }
}

/// Four blocks at a time, as long as there is work for more than two; what is left.
#[inline(always)]
fn fours<'a, C: Cipher>(
    state: &mut [u32; 16],
    out: &'a mut [u8],
    source: &mut Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
    rounds_of_one: &impl Fn(&mut [Row; 4]),
) -> &'a mut [u8] {
    let mut keystream = [0; WIDE];
    let mut rest = out;
    while rest.len() > MAX_TWO_LEN {
        let (piece, behind) = rest.split_at_mut(rest.len().min(WIDE));
        if C::runs_over(state, LANES) {
            one_by_one::<C>(state, piece, *source, rounds_of_one);
        } else {
            let whole = <&mut [u8; WIDE]>::try_from(&mut *piece);
            let (to, from) = match whole {
                Ok(whole) => (whole, *source),
                Err(_) => (&mut keystream, Source::Zero),
            };
            let mut rows = start::<C>(state);
            rounds(&mut rows);
            finish::<C>(state, rows, to, from);
            if piece.len() < WIDE {
                source.xor(piece, &keystream);
                wipe(&mut keystream);
            }
            C::advance(state, piece.len().div_ceil(BLOCK) as u64);
        }
        *source = source.skip(piece.len());
        rest = behind;
    }
    rest
}

/// Two blocks, the rounds of each in the waits of the other.
#[inline(never)]
fn two<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
    rounds: &impl Fn(&mut [Row; 4], &mut [Row; 4]),
) {
    let mut keystream = [0; 2 * BLOCK];
    let (mut one, mut two) = (quarters(state), next::<C>(quarters(state)));
    rounds(&mut one, &mut two);
    let start = quarters(again(state));
    let (to, _) = keystream.as_chunks_mut::<16>();
    for (i, (row, start)) in one.into_iter().zip(start).enumerate() {
        store(&mut to[i], i32x4_add(row, start));
    }
    for (i, (row, start)) in two.into_iter().zip(next::<C>(start)).enumerate() {
        store(&mut to[4 + i], i32x4_add(row, start));
    }
    C::advance(state, 2);
    source.xor(out, &keystream);
    wipe(&mut keystream);
}

/// The rows of the state that comes next: both words of the counter are the first half of one.
#[inline(always)]
fn next<C: Cipher>(mut rows: [Row; 4]) -> [Row; 4] {
    let [low, high] = C::COUNTER;
    debug_assert!(low % 4 == 0 && high == low + 1);
    rows[low / 4] = i64x2_add(rows[low / 4], u64x2(1, 0));
    rows
}

/// Blocks one after the other, four words of the state in a vector.
#[inline(never)]
fn one_by_one<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    rounds: &impl Fn(&mut [Row; 4]),
) {
    let mut keystream = [0; BLOCK];
    for piece in out.chunks_mut(BLOCK) {
        let mut rows = quarters(state);
        rounds(&mut rows);
        let start = quarters(again(state));
        for ((to, row), start) in keystream.as_chunks_mut::<16>().0.iter_mut().zip(rows).zip(start)
        {
            store(to, i32x4_add(row, start));
        }
        C::advance(state, 1);
        source.xor(piece, &keystream);
        source = source.skip(piece.len());
    }
    wipe(&mut keystream);
}

/// Writes a state, four words in a vector.
#[inline(always)]
pub(crate) fn put(state: &mut [u32; 16], rows: [Row; 4]) {
    for (to, row) in state.as_chunks_mut::<4>().0.iter_mut().zip(rows) {
        store(to, row);
    }
}

/// The words of a state, four in a vector.
#[inline(always)]
fn quarters(state: &[u32; 16]) -> [Row; 4] {
    let (rows, _) = state.as_chunks::<4>();
    core::array::from_fn(|i| load(&rows[i]))
}

/// Adds the start to the rows behind the rounds and writes the blocks, XORed onto the source.
#[inline(always)]
fn finish<C: Cipher>(state: &[u32; 16], rows: [Row; 16], out: &mut [u8; WIDE], source: Source<'_>) {
    let start = start::<C>(again(state));
    let blocks = Blocks::new(out, source);
    // Written out, so that every row stays in a variable of its own.
    blocks.put_quarter::<0>(&rows, &start);
    blocks.put_quarter::<1>(&rows, &start);
    blocks.put_quarter::<2>(&rows, &start);
    blocks.put_quarter::<3>(&rows, &start);
}

/// Where four blocks are written, and what keystream is XORed onto: these bytes under a mask. No source is
/// told apart for each write, which would be most of the code.
struct Blocks {
    /// So many bytes as [`WIDE`], writable.
    to: *mut u8,
    /// As many, readable: the input, or `to`.
    from: *const u8,
    mask: v128,
}

impl Blocks {
    #[inline(always)]
    fn new(out: &mut [u8; WIDE], source: Source<'_>) -> Self {
        let to = out.as_mut_ptr();
        let (from, mask) = match source {
            Source::From(input) => (input[..WIDE].as_ptr(), !0),
            Source::InPlace => (to.cast_const(), !0),
            Source::Zero => (to.cast_const(), 0),
        };
        Self { to, from, mask: u32x4_splat(mask) }
    }

    /// Quarter `Q` of every block.
    #[inline(always)]
    fn put_quarter<const Q: usize>(&self, rows: &[Row; 16], start: &[Row; 16]) {
        let sum = |i: usize| i32x4_add(rows[4 * Q + i], start[4 * Q + i]);
        let quarters = transposed(&[sum(0), sum(1), sum(2), sum(3)]);
        for lane in 0..LANES {
            self.put(lane * BLOCK + 16 * Q, quarters[lane]);
        }
    }

    /// Writes 16 bytes of keystream, XORed onto the source, at `at`.
    #[inline(always)]
    #[allow(unsafe_code)]
    fn put(&self, at: usize, keystream: Row) {
        debug_assert!(at + 16 <= WIDE);
        // SAFETY: `at` is the place of 16 bytes of what `new` has seen to be readable and writable, and
        // whoever borrowed it does so until all is written.
        unsafe {
            let input = v128_and(v128_load(self.from.add(at).cast()), self.mask);
            v128_store(self.to.add(at).cast(), v128_xor(input, keystream));
        }
    }
}

/// The rows of four states that count on from `state`; the low word does not run over.
#[inline(always)]
fn start<C: Cipher>(state: &[u32; 16]) -> [Row; 16] {
    macro_rules! rows {
        ($($i:literal)*) => {[$( u32x4_splat(state[$i]) ),*]};
    }
    // Written out: `map` leaves a copy of the state on the stack.
    let mut rows = rows!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
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

/// `x <<< R` in every lane.
// Not by shuffles of bytes where bytes move whole: engines make as many instructions of these, or more.
#[inline(always)]
pub(crate) fn rotate<const R: u32>(x: Row) -> Row {
    v128_or(i32x4_shl(x, R), u32x4_shr(x, 32 - R))
}
