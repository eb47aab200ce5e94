//! Elligator 2: from any 255 bits to a point (D. J. Bernstein, M. Hamburg, A. Krasnova and T. Lange,
//! "Elligator: elliptic-curve points indistinguishable from uniform random strings", section 5; RFC
//! 9380, section 6.7.1), with libsodium's choice of the sign.

use super::Point;
use crate::prim::shared::field25519::Field;

/// The coefficient A of the Montgomery curve.
const A: Field = Field::small(486_662);

/// The encoding of the point that 32 bytes are mapped to, of any order: 255 bits give y, the last one
/// the sign of x.
///
/// Without an inversion on the way: with w = 1 + 2r^2 the map's first u is -A/w, and u^3 + Au^2 + u is
/// a square if -Aw(A^2 - A^2w + w^2) is one. If not, u is -A - (-A/w) = -A(w - 1)/w. Neither w nor
/// u + 1 is ever zero, because -1/2 and A - 2 are no squares.
pub(super) fn encoding(uniform: &[u8; 32]) -> Point {
    let r = Field::from_bytes(uniform);
    let rr = r.square();
    let rr_2 = rr.add(rr);
    let w = Field::ONE.add(rr_2);
    let minus_a = Field::small(0).sub(A);
    let aa = A.square();
    let g = minus_a.mul(w).mul(aa.sub(aa.mul(w)).add(w.square()));
    let numerator = Field::select(g.is_square(), minus_a, minus_a.mul(rr_2));
    // The point of u on the Edwards curve has y = (u - 1)/(u + 1).
    let mut y = numerator.sub(w).mul(numerator.add(w).invert()).to_bytes();
    y[31] |= uniform[31] & 0x80;
    y
}
