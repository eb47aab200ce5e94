//! Elligator 2: maps any number to a point (D. J. Bernstein, M. Hamburg, A. Krasnova and T. Lange,
//! "Elligator: elliptic-curve points indistinguishable from uniform random strings", section 5; RFC
//! 9380, sections 6.7.1 and 6.8.2), with the sign convention of libsodium or of the RFC.

use subtle::Choice;

use super::Point;
use crate::prim::shared::field25519::Field;

/// The coefficient A of the Montgomery curve.
const A: Field = Field::small(486_662);

/// The even square root of -A - 2; x of the Edwards curve is this root times u/v of the Montgomery
/// curve.
const ROOT: Field = Field::from_limbs([
    0x0006_04aa_ff45_7e06,
    0x0002_296f_a350_598d,
    0x0007_f13d_fb16_874f,
    0x0003_5de9_3d84_6e01,
    0x0000_f26e_df46_0a00,
]);

/// Returns the encoding of the point, of any order, that 32 bytes are mapped to: 255 bits determine
/// y, the last bit is the sign of x.
pub(super) fn encoding(uniform: &[u8; 32]) -> Point {
    let (numerator, w, _) = mapped(Field::from_bytes(uniform));
    // The point of u on the Edwards curve has y = (u - 1)/(u + 1).
    let mut y = numerator.sub(w).mul(numerator.add(w).invert()).to_bytes();
    y[31] |= uniform[31] & 0x80;
    y
}

/// Returns the encoding of the point, of any order, that a 512-bit number is mapped to. Where the
/// RFC yields the neutral element, the result is the other point with x = 0.
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

/// Maps a number to u of the Montgomery curve as a fraction, and returns whether u is the first
/// candidate of the map.
///
/// The map needs no inversion. With w = 1 + 2r^2, the first candidate for u is -A/w, and
/// u^3 + Au^2 + u is a square if and only if -Aw(A^2 - A^2w + w^2) is a square. Otherwise u is
/// -A - (-A/w) = -A(w - 1)/w. Neither w nor u + 1 is ever zero, because -1/2 and A - 2 are not
/// squares.
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
