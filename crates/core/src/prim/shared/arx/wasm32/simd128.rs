//! Four blocks of Salsa20 or ChaCha20 side by side in vectors of 128 bits.

use core::arch::wasm32::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again, wasm32::single};
use crate::wipe::wipe;

/// A row of the state: one word of each of four blocks.
pub(crate) type Row = v128;

const LANES: usize = 4;
pub(crate) const WIDE: usize = LANES * BLOCK;

/// Up to this many bytes single blocks are faster, in plain integers.
const MAX_SINGLE_LEN: usize = 2 * BLOCK;

/// Writes `source` XOR keystream into `out` from the block on that `state` counts, which is left
/// at the block after the last one used. `four_blocks` is that of the cipher.
#[inline(always)]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    four_blocks: impl Fn(&[u32; 16], &mut [u8; WIDE], Source<'_>),
) {
    let mut rest = out;
    while !rest.is_empty() {
        let is_wide = rest.len() > MAX_SINGLE_LEN && !C::runs_over(state, LANES);
        let (piece, behind) = rest.split_at_mut(rest.len().min(if is_wide { WIDE } else { BLOCK }));
        if !is_wide {
            single::xor_block::<C>(state, piece, source);
        } else {
            if let Ok(whole) = <&mut [u8; WIDE]>::try_from(&mut *piece) {
                four_blocks(state, whole, source);
            } else {
                let mut keystream = [0; WIDE];
                four_blocks(state, &mut keystream, Source::Zero);
                source.xor(piece, &keystream);
                wipe(&mut keystream);
            }
            C::advance(state, piece.len().div_ceil(BLOCK) as u64);
        }
        source = source.skip(piece.len());
        rest = behind;
    }
}

/// Writes four blocks from the one on that `state` counts, which do not run over, XORed onto the source.
#[inline(always)]
pub(crate) fn four_blocks<C: Cipher>(
    state: &[u32; 16],
    out: &mut [u8; WIDE],
    source: Source<'_>,
    rounds: impl Fn(&mut [Row; 16]),
) {
    let mut rows = start::<C>(state);
    rounds(&mut rows);
    finish::<C>(state, rows, out, source);
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
