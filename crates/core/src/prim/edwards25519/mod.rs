//! The group of Ed25519: points of the Edwards curve (RFC 8032, section 5.1) and scalars modulo the
//! order of its base point, as libsodium's `crypto_core_ed25519` and `crypto_scalarmult_ed25519` have
//! them.
//!
//! A multiple is taken of points of prime order in their reduced encoding alone. Sums take whatever is
//! on the curve, also by encodings that are not reduced, and give reduced ones.
//!
//! Scalars are numbers of 256 bits in little-endian order; those that are not reduced are taken and
//! reduced ones given.

mod bench;
mod dalek;
#[cfg(not(own_curve))]
mod elligator;
mod kat;
#[cfg(not(own_curve))]
pub(in crate::prim) mod multiple;
pub(in crate::prim) mod portable;
mod scalar;
mod selftest;
#[cfg(test)]
mod tests;

use super::equal::equal;
use super::rank::RANK;
#[cfg(not(own_curve))]
use super::shared::field25519::Field;
use super::table::candidates;
#[cfg(own_curve)]
use super::x25519::wasm32::field::Field;
use crate::choose::{Axis, Candidate, Definition, Meta, Operation, Primitive, Runnable};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

pub use scalar::{
    scalar_add, scalar_complement, scalar_invert, scalar_is_canonical, scalar_mul, scalar_negate,
    scalar_reduce, scalar_sub,
};

/// Length of the encoding of a point in bytes.
pub const POINT_LEN: usize = 32;
/// Length of a scalar in bytes.
pub const SCALAR_LEN: usize = 32;
/// Length in bytes of a number that is reduced to a scalar.
pub const WIDE_SCALAR_LEN: usize = 64;

type Point = [u8; POINT_LEN];
type Scalar = [u8; SCALAR_LEN];

/// Which of two points or scalars there is: their sum or their difference.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// The first and the second.
    Plus,
    /// The first without the second.
    Minus,
}

/// The functions of a candidate. Time does not depend on scalars, nor on points but for whether they
/// are valid.
#[derive(Debug)]
pub struct Ops {
    /// Whether it is the reduced encoding of a point of prime order.
    is_valid: unsafe fn(&Point) -> bool,
    /// The scalar, a number below 2^255, times a point; `None` if the point is not valid.
    scalarmult: unsafe fn(&Scalar, &Point) -> Option<Point>,
    /// What else there is, where the candidate has functions of its own for it.
    rest: Option<Rest>,
}

/// What is done serially by all.
#[derive(Debug)]
struct Rest {
    /// The sum or the difference of two points of the curve; `None` if one is not on it.
    add: unsafe fn(&Point, Sign, &Point) -> Option<Point>,
    /// A point of prime order, or the neutral element, for any bytes.
    from_uniform: unsafe fn(&Point) -> Point,
    /// The same for a number, with the sign of x that RFC 9380 gives it.
    from_number: unsafe fn(&[u8; WIDE_SCALAR_LEN]) -> Point,
    /// The scalar, a number below 2^255, times the base point.
    base: unsafe fn(&Scalar) -> Point,
    scalar_reduce: unsafe fn(&[u8; WIDE_SCALAR_LEN]) -> Scalar,
    /// The sum, modulo 2^256 first; or the sum of the first and the reduced negative of the second.
    scalar_add: unsafe fn(&Scalar, Sign, &Scalar) -> Scalar,
    scalar_mul: unsafe fn(&Scalar, &Scalar) -> Scalar,
    /// The inverse, or zero for a multiple of the order.
    scalar_invert: unsafe fn(&Scalar) -> Scalar,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: dalek, portable;
    lean: portable;
};

const IS_VALID: usize = 0;
const ADD: usize = 1;
const FROM_UNIFORM: usize = 2;
const SCALARMULT: usize = 3;
const BASE: usize = 4;
const SCALAR_REDUCE: usize = 5;
const SCALAR_MUL: usize = 6;
const SCALAR_INVERT: usize = 7;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "edwards25519",
    candidates: CANDIDATES,
    operations: &[
        Operation::new("is_valid", Axis::None),
        Operation::new("add", Axis::None),
        Operation::new("from_uniform", Axis::None),
        Operation::new("scalarmult", Axis::None),
        Operation::new("base", Axis::None),
        Operation::new("scalar_reduce", Axis::None),
        Operation::new("scalar_mul", Axis::None),
        Operation::new("scalar_invert", Axis::None),
    ],
    offers: |ops, operation| matches!(operation, IS_VALID | SCALARMULT) || ops.rest.is_some(),
    selftest: selftest::selftest,
    bench: bench::bench,
    rank: RANK,
});

/// Whether it is the reduced encoding of a point of prime order: on the curve, not neutral, and
/// without a part of small order.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn is_valid_point(point: &[u8; POINT_LEN]) -> Result<bool> {
    Ok(PRIMITIVE.pick(IS_VALID, 0)?.is_valid(point))
}

/// The sum or the difference of two points of the curve, of any order.
///
/// # Errors
/// [`Error::InvalidPoint`] if one of them is not on the curve; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn add(p: &[u8; POINT_LEN], sign: Sign, q: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(ADD, 0)?.add(p, sign, q)
}

/// The point of the prime-order group that Elligator 2 maps 32 bytes to, multiplied by the cofactor;
/// the last bit is the sign of x. For uniform bytes it is not uniform, but nearly half of all points
/// are reached.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_uniform(uniform: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(FROM_UNIFORM, 0)?.from_uniform(uniform)
}

/// The point of the prime-order group that a number of 512 bits, in little-endian order, is mapped to:
/// RFC 9380's `map_to_curve` and `clear_cofactor` of edwards25519.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_number(number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(FROM_UNIFORM, 0)?.from_number(number)
}

/// The point that 64 bytes are mapped to as libsodium does it: the number of 511 bits in big-endian order
/// as by [`from_uniform`], the first bit the sign of x.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_hash(hash: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    without_traces(|| {
        let mut number = *hash;
        number.reverse();
        number[63] &= 0x7f;
        let mut uniform = Field::from_wide(&number).to_bytes();
        uniform[31] |= hash[0] & 0x80;
        from_uniform(&uniform)
    })
}

/// The scalar, whose last bit is ignored, times a point.
///
/// # Errors
/// [`Error::InvalidPoint`] if the point is not [valid](is_valid_point); [`Error::NeutralElement`] if
/// the scalar is a multiple of the order; [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn scalarmult(scalar: &[u8; SCALAR_LEN], point: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(SCALARMULT, 0)?.scalarmult(scalar, point)
}

/// The scalar, whose last bit is ignored, times the base point.
///
/// # Errors
/// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn base(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(BASE, 0)?.base(scalar)
}

impl Runnable<Ops> {
    /// Whether it is the reduced encoding of a point of prime order.
    #[must_use]
    #[allow(unsafe_code)]
    pub fn is_valid(self, point: &[u8; POINT_LEN]) -> bool {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let valid = unsafe { (self.ops().is_valid)(point) };
        wipe_stack::<STACK>();
        valid
    }

    /// The sum or the difference of two points.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if one of them is not on the curve; [`Error::NoCandidate`] if the
    /// candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn add(
        self,
        p: &[u8; POINT_LEN],
        sign: Sign,
        q: &[u8; POINT_LEN],
    ) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
            let sum = unsafe { (self.rest()?.add)(p, sign, q) };
            sum.ok_or(Error::invalid_point("p or q"))
        })
    }

    /// The point that 32 bytes are mapped to.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn from_uniform(self, uniform: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.from_uniform)(uniform) }))
    }

    /// The point that a number is mapped to, see [`from_number`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn from_number(self, number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.from_number)(number) }))
    }

    /// The scalar, whose last bit is ignored, times a point.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if the point is not valid; [`Error::NeutralElement`] if the scalar is a
    /// multiple of the order.
    #[allow(unsafe_code)]
    pub fn scalarmult(
        self,
        scalar: &[u8; SCALAR_LEN],
        point: &[u8; POINT_LEN],
    ) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            let scalar = below_2_255(scalar);
            // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
            let product = unsafe { (self.ops().scalarmult)(&scalar, point) };
            not_neutral(product.ok_or(Error::invalid_point("p"))?, &NEUTRAL)
        })
    }

    /// The scalar, whose last bit is ignored, times the base point.
    ///
    /// # Errors
    /// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`] if
    /// the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn base(self, scalar: &[u8; SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            let scalar = below_2_255(scalar);
            // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
            let product = unsafe { (self.rest()?.base)(&scalar) };
            not_neutral(product, &NEUTRAL)
        })
    }

    fn rest(self) -> Result<&'static Rest> {
        self.ops().rest.as_ref().ok_or(Error::no_candidate("edwards25519"))
    }
}

/// The encoding of the neutral element.
const NEUTRAL: Point = {
    let mut one = [0; POINT_LEN];
    one[0] = 1;
    one
};

/// The scalar without its last bit, as libsodium takes it; for the caller to wipe.
pub(in crate::prim) fn below_2_255(scalar: &[u8; SCALAR_LEN]) -> [u8; SCALAR_LEN] {
    let mut low = *scalar;
    low[31] &= 0x7f;
    low
}

/// A product, if it is not that encoding of the neutral element; the copy taken is for the caller to
/// wipe.
pub(in crate::prim) fn not_neutral(
    product: [u8; POINT_LEN],
    neutral: &[u8; POINT_LEN],
) -> Result<[u8; POINT_LEN]> {
    if equal(&product, neutral) { Err(Error::NeutralElement) } else { Ok(product) }
}
