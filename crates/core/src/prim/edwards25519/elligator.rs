//! Elligator 2: from any number to a point (D. J. Bernstein, M. Hamburg, A. Krasnova and T. Lange,
//! "Elligator: elliptic-curve points indistinguishable from uniform random strings", section 5; RFC
//! 9380, sections 6.7.1 and 6.8.2), with libsodium's choice of the sign and with that of the RFC.

use subtle::Choice;

use super::Point;
use crate::prim::shared::field25519::Field;

/// The coefficient A of the Montgomery curve.
const A: Field = Field::small(486_662);

/// The even root of -A - 2, by which x of the Edwards curve is u/v of the Montgomery curve.
const ROOT: Field = Field::from_limbs([
    0x0006_04aa_ff45_7e06,
    0x0002_296f_a350_598d,
    0x0007_f13d_fb16_874f,
    0x0003_5de9_3d84_6e01,
    0x0000_f26e_df46_0a00,
]);

/// The encoding of the point that 32 bytes are mapped to, of any order: 255 bits give y, the last one
/// the sign of x.
pub(super) fn encoding(uniform: &[u8; 32]) -> Point {
    let (numerator, w, _) = mapped(Field::from_bytes(uniform));
    // The point of u on the Edwards curve has y = (u - 1)/(u + 1).
    let mut y = numerator.sub(w).mul(numerator.add(w).invert()).to_bytes();
    y[31] |= uniform[31] & 0x80;
    y
}

/// The encoding of the point that a number of 512 bits is mapped to, of any order: where the RFC has the
/// neutral element, it is the other point with x = 0.
pub(super) fn encoding_of_number(number: &[u8; 64]) -> Point {
    let (numerator, w, is_first) = mapped(Field::from_wide(number));
    let u = numerator.mul(w.invert());
    let root = u.add(A).mul(u).add(Field::ONE).mul(u).root();
    // v is odd for the first u and even for the second.
    let v = Field::select(root.is_odd() ^ is_first, Field::small(0).sub(root), root);
    let x = ROOT.mul(u).mul(v.invert());
    let mut y = u.sub(Field::ONE).mul(u.add(Field::ONE).invert()).to_bytes();
    y[31] |= x.is_odd().unwrap_u8() << 7;
    y
}

/// What a number is mapped to: u of the Montgomery curve as a fraction, and whether it is the map's first.
///
/// Without an inversion on the way: with w = 1 + 2r^2 the map's first u is -A/w, and u^3 + Au^2 + u is
/// a square if -Aw(A^2 - A^2w + w^2) is one. If not, u is -A - (-A/w) = -A(w - 1)/w. Neither w nor
/// u + 1 is ever zero, because -1/2 and A - 2 are no squares.
fn mapped(r: Field) -> (Field, Field, Choice) {
    let rr = r.square();
    let rr_2 = rr.add(rr);
    let w = Field::ONE.add(rr_2);
    let minus_a = Field::small(0).sub(A);
    let aa = A.square();
    let g = minus_a.mul(w).mul(aa.sub(aa.mul(w)).add(w.square()));
    let is_first = g.is_square();
    (Field::select(is_first, minus_a, minus_a.mul(rr_2)), w, is_first)
}
