//! One message at a time in plain 64-bit integers.
//!
//! Origin: own, from RFC 7693, section 3. What it has over hashing one by one is the state that is
//! kept and the words of a short message that are left out.

use subtle::ConstantTimeEq;

use super::kernel::kernel;
use super::rows::{self, Blocks, Lanes};
use super::{Candidate, Chains, Features, Messages, Meta, Ops, State};
use crate::prim::blake2b::{INITIAL, SIGMA};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 7693").checked(),
    ops: Ops { absorb, step },
};

const LANES: usize = 1;
const GROUPS: usize = 1;
const ALL: usize = LANES * GROUPS;

/// A word of each lane; `G` is always 1 here.
type Row<const G: usize> = [u64; G];

fn absorb(states: &mut [State], messages: Messages<'_>) {
    rows::absorb(states, messages, compress);
}

fn step(chains: &mut Chains<'_>, steps: u32, first_steps: Option<&[u32]>) {
    rows::step(chains, steps, first_steps, advance);
}

kernel!();

#[inline(always)]
fn add<const G: usize>(a: Row<G>, b: Row<G>) -> Row<G> {
    core::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline(always)]
fn xor<const G: usize>(a: Row<G>, b: Row<G>) -> Row<G> {
    core::array::from_fn(|i| a[i] ^ b[i])
}

#[inline(always)]
fn and<const G: usize>(a: Row<G>, b: Row<G>) -> Row<G> {
    core::array::from_fn(|i| a[i] & b[i])
}

/// The XOR of all three.
#[inline(always)]
fn xor3<const G: usize>(a: Row<G>, b: Row<G>, c: Row<G>) -> Row<G> {
    xor(a, xor(b, c))
}

/// Every word rotated to the right by `R`.
#[inline(always)]
fn rotr<const R: i32, const G: usize>(row: Row<G>) -> Row<G> {
    row.map(|word| word.rotate_right(R.cast_unsigned()))
}

/// All ones where a word is zero, zeros elsewhere. Out of plain integers the compiler would make a
/// branch.
#[inline(always)]
fn eq0_mask<const G: usize>(row: Row<G>) -> Row<G> {
    row.map(|word| u64::from(word.ct_eq(&0).unwrap_u8()).wrapping_neg())
}

#[inline(always)]
fn splat<const G: usize>(word: u64) -> Row<G> {
    [word; G]
}

#[inline(always)]
fn load<const G: usize, const L: usize>(words: &[u64; L]) -> Row<G> {
    core::array::from_fn(|i| words[i])
}

#[inline(always)]
fn store<const G: usize, const L: usize>(words: &mut [u64; L], row: Row<G>) {
    words[..G].copy_from_slice(&row);
}
