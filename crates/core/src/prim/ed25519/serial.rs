//! Multiples of points by public numbers, with the functions of the crate curve25519-dalek that are
//! serial on every processor.

use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::traits::{Identity as _, IsIdentity as _};

use super::strict::ORDER;

/// Returns whether a point times the order of the prime-order group is the neutral element.
pub(in crate::prim) fn is_torsion_free(point: &EdwardsPoint) -> bool {
    multiple(point, &ORDER).is_identity()
}

/// Multiplies a point by a public number below 2^255, three bits per step from the highest bits,
/// with functions that are serial on every processor.
pub(in crate::prim) fn multiple(point: &EdwardsPoint, number: &[u8; 32]) -> EdwardsPoint {
    let mut multiples = [EdwardsPoint::identity(); 8];
    for i in 1..8 {
        multiples[i] = multiples[i - 1] + point;
    }
    let bit = |at: usize| usize::from(number[at / 8] >> (at % 8) & 1);
    let digits = (0..255).step_by(3).rev().map(|at| bit(at + 2) << 2 | bit(at + 1) << 1 | bit(at));
    digits.fold(EdwardsPoint::identity(), |sum, digit| match digit {
        0 => sum.mul_by_cofactor(),
        digit => sum.mul_by_cofactor() + multiples[digit],
    })
}
