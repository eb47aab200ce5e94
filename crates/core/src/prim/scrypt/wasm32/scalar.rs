//! BlockMix with Salsa20/8 in plain integers, one quarter round after another.
//!
//! Origin: own, from RFC 7914, sections 3 and 4. All arithmetic is modulo 2^32 and needs no bounds.
//! Needs nothing. Few words are live at a time, which leaves registers to an engine's compiler.
//! Wins where vector operations have a longer latency than word operations, because each operation
//! depends on the previous one.

use core::hint::black_box;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::scrypt::{Chunk, Ops};

pub(in crate::prim::scrypt) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("scalar", Features::NONE, "own, from RFC 7914, quarter by quarter"),
    ops: Ops { mix },
};

fn mix(out: &mut [Chunk], input: &[Chunk], other: Option<&[Chunk]>) {
    // One copy of the rounds, with or without `other`: the size of a WebAssembly module counts.
    let (other, every) = other.map_or((&[Chunk::ZERO][..], 0), |other| (other, usize::MAX));
    let half = input.len() / 2;
    macro_rules! words {
        ($($k:literal)*) => {
            let last = input.len() - 1;
            let (own, onto) = (&input[last], &other[last & every]);
            let mut state = [$( own.0[$k] ^ onto.0[$k] ),*];
            for (i, own) in input.iter().enumerate() {
                let onto = &other[i & every];
                // Even-numbered chunks go to the first half.
                let to = &mut out[i / 2 + if i % 2 == 0 { 0 } else { half }];
                $(
                    state[$k] ^= own.0[$k] ^ onto.0[$k];
                    to.0[$k] = state[$k];
                )*
                for _ in 0..4 {
                    double_round(&mut state);
                }
                // Reload the stored words, so that only the round's own variables are live during
                // the rounds.
                let to = black_box(to);
                $(
                    state[$k] = state[$k].wrapping_add(to.0[$k]);
                    to.0[$k] = state[$k];
                )*
            }
        };
    }
    // Written out, so that every word stays in its own local.
    words!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Performs a column round and a row round.
#[inline(always)]
fn double_round(state: &mut [u32; 16]) {
    quarter::<0, 4, 8, 12>(state);
    quarter::<1, 5, 9, 13>(state);
    quarter::<2, 6, 10, 14>(state);
    quarter::<3, 7, 11, 15>(state);
    quarter::<0, 13, 10, 7>(state);
    quarter::<1, 14, 11, 4>(state);
    quarter::<2, 15, 8, 5>(state);
    quarter::<3, 12, 9, 6>(state);
}

#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(state: &mut [u32; 16]) {
    state[B] ^= state[A].wrapping_add(state[D]).rotate_left(7);
    state[C] ^= state[B].wrapping_add(state[A]).rotate_left(9);
    state[D] ^= state[C].wrapping_add(state[B]).rotate_left(13);
    state[A] ^= state[D].wrapping_add(state[C]).rotate_left(18);
}
