//! Parallel blocks of Salsa20 or ChaCha20 in 128-bit vectors, in groups of four.

use core::arch::wasm32::*;

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, advance, runs_over, wasm32::single};
use crate::wipe::wipe;

/// A row of the state: one word of each of four blocks.
pub(crate) type Row = v128;
/// The states of four blocks.
pub(crate) type Group = [Row; 16];

const LANES: usize = 4;
const GROUP_LEN: usize = LANES * BLOCK;

/// The number of groups with interleaved rounds. Each step of a group waits for the previous step:
/// where a vector addition takes two cycles, a single group leaves half of the processor idle.
const GROUPS: usize = if cfg!(any(not(lean), feature = "long-messages")) { 2 } else { 1 };
const PASS_LEN: usize = GROUPS * GROUP_LEN;

/// Up to this number of bytes single blocks in plain integers are faster.
const MAX_SINGLE_LEN: usize = 2 * BLOCK;

/// The cipher-specific parameters.
pub(crate) struct Kernel {
    /// The state words of the block counter, low word first.
    counter: [usize; 2],
    rounds: fn(&mut [Group]),
}

impl Kernel {
    pub(crate) const fn new<C: Cipher>(rounds: fn(&mut [Group])) -> Self {
        Self { counter: C::COUNTER, rounds }
    }
}

/// Writes `source` XOR keystream into `out`, starting at the block counter of `state`, and advances
/// the counter past the last block used.
#[inline(always)]
pub(crate) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
    kernel: &Kernel,
) {
    let is_long = out.len() > MAX_SINGLE_LEN;
    let done = if is_long { side_by_side(state, out, source, kernel) } else { 0 };
    single::xor::<C>(state, &mut out[done..], source.skip(done));
}

/// Processes everything except single blocks at the end and returns the number of bytes processed,
/// which is 0 if the low word of the counter would overflow.
// One copy for both ciphers: the size of a WebAssembly module counts.
#[inline(never)]
fn side_by_side(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
    kernel: &Kernel,
) -> usize {
    if runs_over(state, kernel.counter, out.len().div_ceil(BLOCK)) {
        return 0;
    }
    let rest = out.len() % GROUP_LEN;
    let len = out.len() - if rest > MAX_SINGLE_LEN { 0 } else { rest };
    let out = &mut out[..len];
    let [low, _] = kernel.counter;
    let used = out.len().div_ceil(GROUP_LEN).min(GROUPS);
    let mut groups = [[u32x4_splat(0); 16]; GROUPS];
    for group in &mut groups[..used] {
        begin(group, state);
    }
    let mut counts = u32x4(0, 1, 2, 3);
    for piece in out.chunks_mut(PASS_LEN) {
        let groups = &mut groups[..piece.len().div_ceil(GROUP_LEN)];
        let mut next = counts;
        for group in &mut *groups {
            group[low] = i32x4_add(group[low], next);
            next = counted_on(next);
        }
        (kernel.rounds)(groups);
        for (group, piece) in groups.iter_mut().zip(piece.chunks_mut(GROUP_LEN)) {
            group[low] = i32x4_add(group[low], counts);
            // A path of its own for whole groups pays only for long messages.
            if GROUPS > 1
                && let Ok(whole) = <&mut [u8; GROUP_LEN]>::try_from(&mut *piece)
            {
                put(group, state, whole, source);
            } else {
                put_part(group, state, piece, source);
            }
            source = source.skip(piece.len());
            counts = counted_on(counts);
        }
    }
    wipe(groups[..used].as_flattened_mut());
    advance(state, kernel.counter, len.div_ceil(BLOCK) as u64);
    len
}

/// Returns the counters of the next four blocks.
#[inline(always)]
fn counted_on(counts: Row) -> Row {
    i32x4_add(counts, u32x4_splat(LANES as u32))
}

/// Performs twenty rounds, alternating between the two functions.
#[inline(always)]
pub(crate) fn rounds(groups: &mut [Group], odd: impl Fn(&mut Group), even: impl Fn(&mut Group)) {
    if let [group] = groups {
        // A single group stays in locals.
        for _ in 0..10 {
            odd(group);
            even(group);
        }
    } else if GROUPS > 1 {
        for _ in 0..10 {
            groups.iter_mut().for_each(&odd);
            groups.iter_mut().for_each(&even);
        }
    }
}

/// Fills the group with four copies of the initial state.
#[inline(always)]
fn begin(group: &mut Group, state: &[u32; 16]) {
    for (row, word) in group.iter_mut().zip(state) {
        *row = u32x4_splat(*word);
    }
}

/// Adds four words of the initial state after the rounds; returns a quarter of each of the four
/// blocks.
#[inline(always)]
fn quarters(rows: &[Row; 4], start: &[Row; 4]) -> [Row; 4] {
    let mut sums = *rows;
    for (row, start) in sums.iter_mut().zip(start) {
        *row = i32x4_add(*row, *start);
    }
    transposed(&sums)
}

/// Writes four blocks, XORed with the source under a mask, and resets the group to the initial
/// state. The mask avoids separate code for each kind of source, which would be most of the code.
#[inline(always)]
#[allow(unsafe_code)]
fn put(group: &mut Group, state: &[u32; 16], out: &mut [u8; GROUP_LEN], source: Source<'_>) {
    let mut to = out.as_mut_ptr();
    let (mut from, mask) = match source {
        Source::From(input) => (input[..GROUP_LEN].as_ptr(), !0),
        Source::InPlace => (to.cast_const(), !0),
        Source::Zero => (to.cast_const(), 0),
    };
    let mask = u32x4_splat(mask);
    for (rows, words) in group.as_chunks_mut().0.iter_mut().zip(state.as_chunks::<4>().0) {
        let start = words.map(|word| u32x4_splat(word));
        for (lane, keystream) in quarters(rows, &start).into_iter().enumerate() {
            // SAFETY: each access is a 16-byte quarter of a block, inside the `GROUP_LEN` bytes of
            // `out` or of the source, which stay borrowed until all is written.
            unsafe {
                let input = v128_and(v128_load(from.add(BLOCK * lane).cast()), mask);
                v128_store(to.add(BLOCK * lane).cast(), v128_xor(input, keystream));
            }
        }
        *rows = start;
        (to, from) = (to.wrapping_add(16), from.wrapping_add(16));
    }
}

/// Like [`put`] for fewer bytes, block by block.
#[inline(always)]
fn put_part(group: &mut Group, state: &[u32; 16], out: &mut [u8], mut source: Source<'_>) {
    for (rows, words) in group.as_chunks_mut().0.iter_mut().zip(state.as_chunks::<4>().0) {
        *rows = quarters(rows, &words.map(|word| u32x4_splat(word)));
    }
    for (lane, piece) in out.chunks_mut(BLOCK).enumerate() {
        let block = [group[lane], group[4 + lane], group[8 + lane], group[12 + lane]];
        if let Ok(whole) = <&mut [u8; BLOCK]>::try_from(&mut *piece) {
            put_block(&block, whole, source);
        } else {
            let mut keystream = [0; BLOCK];
            put_block(&block, &mut keystream, Source::Zero);
            source.xor(piece, &keystream);
            wipe(&mut keystream);
        }
        source = source.skip(piece.len());
    }
    begin(group, state);
}

/// Writes a block, XORed with the source under a mask. The mask avoids separate code for each kind
/// of source, which would be most of the code.
#[inline(always)]
#[allow(unsafe_code)]
fn put_block(block: &[Row; 4], out: &mut [u8; BLOCK], source: Source<'_>) {
    let to = out.as_mut_ptr();
    let (from, mask) = match source {
        Source::From(input) => (input[..BLOCK].as_ptr(), !0),
        Source::InPlace => (to.cast_const(), !0),
        Source::Zero => (to.cast_const(), 0),
    };
    let mask = u32x4_splat(mask);
    for (i, keystream) in block.iter().enumerate() {
        // SAFETY: each access is 16 bytes, inside the `BLOCK` bytes of `out` or of the source,
        // which stay borrowed until all is written.
        unsafe {
            let input = v128_and(v128_load(from.add(16 * i).cast()), mask);
            v128_store(to.add(16 * i).cast(), v128_xor(input, *keystream));
        }
    }
}

/// Transposes four rows with one word of each block into four words of each block, and back.
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
// Whole-byte rotations do not use byte shuffles: engines compile these to no fewer instructions.
#[inline(always)]
pub(crate) fn rotate<const R: u32>(x: Row) -> Row {
    v128_or(i32x4_shl(x, R), u32x4_shr(x, 32 - R))
}
