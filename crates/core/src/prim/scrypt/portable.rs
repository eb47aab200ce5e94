//! BlockMix with Salsa20/8 in plain integers.
//!
//! Origin: RFC 7914, sections 3 and 4, from the text. All arithmetic is modulo 2^32 and needs no
//! bounds.

use super::kernel::kernel;
use super::{Candidate, Chunk, Features, Meta, Ops};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 7914").checked(),
    ops: Ops { mix },
};

type Row = [u32; 4];

kernel!();

#[inline]
fn add(x: Row, y: Row) -> Row {
    core::array::from_fn(|i| x[i].wrapping_add(y[i]))
}

#[inline]
fn xor(x: Row, y: Row) -> Row {
    core::array::from_fn(|i| x[i] ^ y[i])
}

#[inline]
fn rotated<const L: u32, const R: u32>(x: Row) -> Row {
    x.map(|word| word.rotate_left(L))
}

#[inline]
fn turned_once([a, b, c, d]: Row) -> Row {
    [d, a, b, c]
}

#[inline]
fn turned_twice([a, b, c, d]: Row) -> Row {
    [c, d, a, b]
}

#[inline]
fn turned_thrice([a, b, c, d]: Row) -> Row {
    [b, c, d, a]
}

#[inline]
fn load(chunk: &Chunk, row: usize) -> Row {
    chunk.0.as_chunks::<4>().0[row]
}

#[inline]
fn store(chunk: &mut Chunk, row: usize, words: Row) {
    chunk.0.as_chunks_mut::<4>().0[row] = words;
}
