//! Multiples of any element, for the groups of the crate curve25519-dalek.

use core::ops::Add;

use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity;
use subtle::{ConditionallySelectable, ConstantTimeEq as _};

/// Multiplies an element of a group by a scalar, in constant time; `times_8` doubles an element
/// three times.
pub(in crate::prim) fn multiply<G>(scalar: &Scalar, point: &G, times_8: impl Fn(&G) -> G) -> G
where
    G: Identity + ConditionallySelectable + for<'a> Add<&'a G, Output = G>,
{
    let mut multiples = [G::identity(); 8];
    for i in 1..8 {
        multiples[i] = multiples[i - 1] + point;
    }
    let bits = scalar.as_bytes();
    let bit = |at: usize| bits[at / 8] >> (at % 8) & 1;
    let digits = (0..255).step_by(3).rev().map(|at| bit(at + 2) << 2 | bit(at + 1) << 1 | bit(at));
    digits.fold(G::identity(), |sum, digit| times_8(&sum) + &entry(&multiples, digit))
}

/// Returns the entry with the given index, scanning all entries.
fn entry<G: Identity + ConditionallySelectable>(multiples: &[G; 8], number: u8) -> G {
    multiples.iter().zip(0_u8..).fold(G::identity(), |found, (multiple, at)| {
        G::conditional_select(&found, multiple, at.ct_eq(&number))
    })
}
