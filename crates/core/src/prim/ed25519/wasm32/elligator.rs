//! Elligator 2 on the module's field limbs, with one square root and one inversion: maps any number
//! to a point of prime order, with the sign convention of libsodium or of the RFC.
//!
//! Origin: written from RFC 9380, appendices G.2.1 and G.2.2. Points remain fractions until the
//! end, since the crate's interface would need an additional inversion, square root and inversion.
//! Constant time.

use subtle::ConstantTimeEq as _;

use super::paired::Paired;
use super::points::Point;
use crate::prim::x25519::wasm32::field::Field;

/// The coefficient A of the Montgomery curve.
const A: Field = Field::from_narrow([486_662, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/// The square of the coefficient A.
const AA: Field = Field::from_narrow([0x00c2_1c24, 0x0000_0dc9, 0, 0, 0, 0, 0, 0, 0, 0]);

/// The even square root of -A - 2; x of the Edwards curve is this root times u/v of the Montgomery
/// curve.
const ROOT: Field = Field::from_narrow([
    0x0345_7e06,
    0x0181_2abf,
    0x0350_598d,
    0x008a_5be8,
    0x0316_874f,
    0x01fc_4f7e,
    0x0184_6e01,
    0x00d7_7a4f,
    0x0346_0a00,
    0x003c_9bb7,
]);

/// Returns eight times the point that 32 bytes are mapped to: 255 bits determine y, the last bit is
/// the sign of x.
pub(in crate::prim) fn from_uniform(uniform: &[u8; 32]) -> [u8; 32] {
    let point = mapped(&Field::from_bytes(uniform)).point();
    let product = times_8(&point);
    // Both points share one inversion.
    let inverse = point.z.mul(&product.z).invert();
    let is_odd = point.x.mul(&product.z).mul(&inverse).odd_mask();
    let wanted = u64::from(uniform[31] >> 7).wrapping_neg();
    let inverse = inverse.mul(&point.z);
    let x = product.x.mul(&inverse);
    let x = x.or(&Field::ZERO.sub(&x), is_odd ^ wanted);
    let mut bytes = product.y.mul(&inverse).to_bytes();
    bytes[31] |= x.odd_mask() as u8 & 0x80;
    bytes
}

/// Returns eight times the point that a 512-bit number is mapped to, as in the RFC.
pub(in crate::prim) fn from_number(number: &[u8; 64]) -> [u8; 32] {
    let mut mapped = mapped(&Field::from_wide(number));
    // v is odd for the first u and even for the second.
    let is_other = mapped.v.odd_mask() ^ mapped.is_first;
    mapped.v = mapped.v.or(&Field::ZERO.sub(&mapped.v), is_other).reduced();
    times_8(&mapped.point()).encode()
}

fn times_8(point: &Point) -> Point {
    let mut product = Paired::new(point);
    product.double_times(3);
    product.point()
}

/// A point of the Montgomery curve: u = `numerator` / `w`, and one of the two values of v.
/// `is_first` is all ones if u is the first candidate of the map, otherwise zero.
struct Mapped {
    numerator: Field,
    w: Field,
    v: Field,
    is_first: u64,
}

/// Maps a number r to the Montgomery curve. With w = 1 + 2r^2, the first candidate for u is -A/w
/// and the second is the first times 2r^2; likewise, u^3 + Au^2 + u of the second is 2r^2 times the
/// value of the first.
#[inline(never)]
fn mapped(r: &Field) -> Mapped {
    let rr = r.square();
    let rr_2 = rr.add(&rr).reduced();
    let w = rr_2.add(&Field::ONE).reduced();
    let ww = w.square();
    let cube = ww.mul(&w);
    // g / w^3 is u^3 + Au^2 + u of the first u. It is never zero, since A^2 - 4 is not a square.
    let g = AA.mul(&rr_2).sub(&ww).mul(&A);
    let start = cube.square().mul(&cube).mul(&g);
    let root = cube.square().square().mul(&start).power_for_root().mul(&start);
    // If g / w^3 is a square, the square of `root` is g / w^3 up to sign; otherwise it is g / w^3
    // times a root of -1, up to sign.
    let [square, own, turned, minus] =
        [root.square().mul(&cube), g, g.mul(&Field::ROOT_OF_MINUS_1), Field::ZERO.sub(&g)]
            .map(Field::to_bytes);
    let mask = |other: &[u8; 32]| u64::from(square.ct_eq(other).unwrap_u8()).wrapping_neg();
    let [is_own, is_turned, is_minus] = [mask(&own), mask(&turned), mask(&minus)];
    let is_first = is_own | is_minus;
    // 1 plus a root of -1 is a square root of twice that root.
    let second = root.add(&root.mul(&Field::ROOT_OF_MINUS_1)).mul(r);
    let v = second.or(&root, is_first);
    let v = v.or(&v.mul(&Field::ROOT_OF_MINUS_1), is_minus | is_turned);
    let minus_a = Field::ZERO.sub(&A).reduced();
    let numerator = minus_a.mul(&rr_2).or(&minus_a, is_first);
    Mapped { numerator, w, v, is_first }
}

impl Mapped {
    /// Converts to the Edwards curve: x is `ROOT` u/v, and y is (u - 1)/(u + 1). If v is zero, then
    /// u is zero too, and the result is the other point with x = 0. Neither w nor u + 1 is ever
    /// zero, because -1/2 and A - 2 are not squares.
    fn point(&self) -> Point {
        let x_divisor = self.w.mul(&self.v);
        let is_zero = u64::from(x_divisor.to_bytes().ct_eq(&[0; 32]).unwrap_u8());
        let x_divisor = x_divisor.or(&Field::ONE, is_zero.wrapping_neg());
        let (y, y_divisor) = (self.numerator.sub(&self.w), self.numerator.add(&self.w));
        Point::without_t(
            ROOT.mul(&self.numerator).mul(&y_divisor),
            y.mul(&x_divisor),
            x_divisor.mul(&y_divisor),
        )
    }
}
