//! Keccak-f[1600] in plain 64-bit integers.
//!
//! Origin: FIPS 202, section 3.2, from the text. A round reads one state and writes another, row by
//! row: it gathers the five source lanes that rho and pi move into a row and applies chi to them
//! immediately, so that few lanes are live. `portable_*.rs` compile this source under CPU feature
//! sets.

use super::{Candidate, Features, Meta, Ops, ROUNDS, State};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from FIPS 202").checked(),
    ops: Ops { permute_24, permute_12 },
};

/// The round constants of step iota (section 3.2.5).
pub(super) const IOTA: [u64; ROUNDS] = iota();

/// The left rotation of lane `x + 5 * y` in step rho (section 3.2.2).
pub(super) const RHO: [u32; 25] = rho();

/// Applies all 24 rounds.
pub(crate) fn permute_24(state: &mut State) {
    rounds(state, &IOTA);
}

/// Applies the last twelve rounds.
pub(crate) fn permute_12(state: &mut State) {
    rounds(state, &IOTA[ROUNDS - 12..]);
}

/// Both permutations share one copy of the rounds, because the compiler would take seconds for two
/// copies.
#[inline(never)]
fn rounds(state: &mut State, constants: &[u64]) {
    permute(state, constants);
}

/// Applies the rounds with these constants, an even number.
#[inline(always)]
pub(super) fn permute(state: &mut State, constants: &[u64]) {
    for [even, odd] in constants.as_chunks::<2>().0 {
        let middle = round(state, *even);
        *state = round(&middle, *odd);
    }
}

/// Applies the five steps of a round, with the round constant of iota.
#[inline(always)]
fn round(a: &State, constant: u64) -> State {
    let column = |x: usize| a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    let c = [column(0), column(1), column(2), column(3), column(4)];
    let theta = |x: usize| c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
    let d = [theta(0), theta(1), theta(2), theta(3), theta(4)];
    // Step pi moves lane (x, y) to (y, 2 x + 3 y): lane x of row y comes from lane x + 3 y of row
    // x.
    macro_rules! row {
        ($y:literal) => {{
            let moved = |x: usize| {
                let from = (x + 3 * $y) % 5;
                (a[from + 5 * x] ^ d[from]).rotate_left(RHO[from + 5 * x])
            };
            let b = [moved(0), moved(1), moved(2), moved(3), moved(4)];
            let chi = |x: usize| b[x] ^ (!b[(x + 1) % 5] & b[(x + 2) % 5]);
            [chi(0), chi(1), chi(2), chi(3), chi(4)]
        }};
    }
    let mut rows = [row!(0), row!(1), row!(2), row!(3), row!(4)];
    rows[0][0] ^= constant;
    let mut lanes = [0; 25];
    lanes.copy_from_slice(rows.as_flattened());
    lanes
}

/// Bit 2^j - 1 of constant i is bit j + 7 i of a shift register (algorithms 5 and 6).
const fn iota() -> [u64; ROUNDS] {
    let mut constants = [0; ROUNDS];
    let mut register = 1_u32;
    let mut t = 0;
    while t < 7 * ROUNDS {
        constants[t / 7] |= ((register & 1) as u64) << ((1 << (t % 7)) - 1);
        register <<= 1;
        if register & 0x100 != 0 {
            register ^= 0x171;
        }
        t += 1;
    }
    constants
}

/// Lane t of the walk from (1, 0) by (x, y) -> (y, 2 x + 3 y) rotates by (t + 1)(t + 2) / 2
/// (algorithm 2).
const fn rho() -> [u32; 25] {
    let mut offsets = [0; 25];
    let (mut x, mut y, mut t) = (1, 0, 0);
    while t < 24 {
        offsets[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
}
