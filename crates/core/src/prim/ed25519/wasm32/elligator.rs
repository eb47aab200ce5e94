//! Elligator 2 on the limbs of the module, with one root and one inversion: from any number to a point of
//! prime order, with libsodium's choice of the sign and with that of the RFC.
//!
//! Origin: RFC 9380, appendices G.2.1 and G.2.2; own, from the text. Points stay fractions up to the end,
//! since the crate's interface would take an inversion, a root and another inversion more. Time depends on
//! no value.

use subtle::ConstantTimeEq as _;

use super::paired::Paired;
use super::points::Point;
use crate::prim::x25519::wasm32::field::Field;

/// The coefficient A of the Montgomery curve.
const A: Field = Field::from_narrow([486_662, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/// Its square.
const AA: Field = Field::from_narrow([0x00c2_1c24, 0x0000_0dc9, 0, 0, 0, 0, 0, 0, 0, 0]);

/// The even root of -A - 2, by which x of the Edwards curve is u/v of the Montgomery curve.
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

/// Eight times the point that 32 bytes are mapped to: 255 bits give y, the last one the sign of x.
pub(in crate::prim) fn from_uniform(uniform: &[u8; 32]) -> [u8; 32] {
    let point = mapped(&Field::from_bytes(uniform)).point();
    let product = times_8(&point);
    // One inversion serves both points.
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

/// Eight times the point that a number of 512 bits is mapped to, as the RFC has it.
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

/// What a number is mapped to on the Montgomery curve: u = `numerator` / `w`, and either v. `is_first` is all
/// ones if u is the map's first, else zero.
struct Mapped {
    numerator: Field,
    w: Field,
    v: Field,
    is_first: u64,
}

/// With w = 1 + 2r^2 the map's first u is -A/w, and the second one 2r^2 times that, for which u^3 + Au^2 + u
/// is 2r^2 times what it is for the first.
#[inline(never)]
fn mapped(r: &Field) -> Mapped {
    let rr = r.square();
    let rr_2 = rr.add(&rr).reduced();
    let w = rr_2.add(&Field::ONE).reduced();
    let ww = w.square();
    let cube = ww.mul(&w);
    // u^3 + Au^2 + u of the first u is g / w^3. It is never zero, since A^2 - 4 is no square.
    let g = AA.mul(&rr_2).sub(&ww).mul(&A);
    let start = cube.square().mul(&cube).mul(&g);
    let root = cube.square().square().mul(&start).power_for_root().mul(&start);
    // The square of a root of g / w^3 is that; what has none gives it times a root of -1.
    let [square, own, turned, minus] =
        [root.square().mul(&cube), g, g.mul(&Field::ROOT_OF_MINUS_1), Field::ZERO.sub(&g)]
            .map(Field::to_bytes);
    let mask = |other: &[u8; 32]| u64::from(square.ct_eq(other).unwrap_u8()).wrapping_neg();
    let [is_own, is_turned, is_minus] = [mask(&own), mask(&turned), mask(&minus)];
    let is_first = is_own | is_minus;
    // 1 plus a root of -1 is a root of twice that.
    let second = root.add(&root.mul(&Field::ROOT_OF_MINUS_1)).mul(r);
    let v = second.or(&root, is_first);
    let v = v.or(&v.mul(&Field::ROOT_OF_MINUS_1), is_minus | is_turned);
    let minus_a = Field::ZERO.sub(&A).reduced();
    let numerator = minus_a.mul(&rr_2).or(&minus_a, is_first);
    Mapped { numerator, w, v, is_first }
}

impl Mapped {
    /// The point of the Edwards curve: x is `ROOT` u/v, and y is (u - 1)/(u + 1). Where v is zero, u is too, and
    /// the point is the other one with x = 0; neither w nor u + 1 is ever zero, because -1/2 and A - 2 are no
    /// squares.
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
