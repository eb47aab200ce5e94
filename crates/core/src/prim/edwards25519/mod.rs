//! The group of Ed25519: points of the Edwards curve (RFC 8032, section 5.1) and scalars modulo the
//! order of its base point, as in libsodium's `crypto_core_ed25519` and
//! `crypto_scalarmult_ed25519`.
//!
//! Scalar multiplication accepts only points of prime order in reduced encoding. Addition accepts
//! every point of the curve, even in an encoding that is not reduced, and returns reduced
//! encodings.
//!
//! Scalars are 256-bit little-endian numbers. Inputs need not be reduced; results are reduced.

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
/// Length in bytes of a number to be reduced to a scalar.
pub const WIDE_SCALAR_LEN: usize = 64;

type Point = [u8; POINT_LEN];
type Scalar = [u8; SCALAR_LEN];

/// Whether to add or subtract two points or scalars.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// The sum of both operands.
    Plus,
    /// The first operand minus the second.
    Minus,
}

/// The functions that a candidate implements. Time does not depend on scalars, and depends on
/// points only by their validity.
#[derive(Debug)]
pub struct Ops {
    /// Returns whether the bytes are the reduced encoding of a point of prime order.
    is_valid: unsafe fn(&Point) -> bool,
    /// Multiplies a point by a scalar below 2^255; `None` if the point is not valid.
    scalarmult: unsafe fn(&Scalar, &Point) -> Option<Point>,
    /// The remaining operations, if the candidate implements them itself.
    rest: Option<Rest>,
}

/// The operations for which all candidates use serial code.
#[derive(Debug)]
struct Rest {
    /// Adds or subtracts two points of the curve; `None` if one is not on the curve.
    add: unsafe fn(&Point, Sign, &Point) -> Option<Point>,
    /// Maps any bytes to a point of prime order or the neutral element.
    from_uniform: unsafe fn(&Point) -> Point,
    /// Maps a number to a point, with the sign of x according to RFC 9380.
    from_number: unsafe fn(&[u8; WIDE_SCALAR_LEN]) -> Point,
    /// Multiplies the base point by a scalar below 2^255.
    base: unsafe fn(&Scalar) -> Point,
    scalar_reduce: unsafe fn(&[u8; WIDE_SCALAR_LEN]) -> Scalar,
    /// Adds two scalars modulo 2^256, then reduces the sum; or adds the reduced negative of the
    /// second scalar to the first.
    scalar_add: unsafe fn(&Scalar, Sign, &Scalar) -> Scalar,
    scalar_mul: unsafe fn(&Scalar, &Scalar) -> Scalar,
    /// Returns the inverse, or zero for a multiple of the order.
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

/// Returns whether the bytes are the reduced encoding of a point of prime order: on the curve, not
/// neutral, and without a component of small order.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn is_valid_point(point: &[u8; POINT_LEN]) -> Result<bool> {
    Ok(PRIMITIVE.pick(IS_VALID, 0)?.is_valid(point))
}

/// Adds or subtracts two points of the curve, of any order.
///
/// # Errors
/// [`Error::InvalidPoint`] if one of them is not on the curve; [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn add(p: &[u8; POINT_LEN], sign: Sign, q: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(ADD, 0)?.add(p, sign, q)
}

/// Maps 32 bytes to a point of the prime-order group by Elligator 2 and a multiplication by the
/// cofactor; the last bit is the sign of x. For uniform bytes the point is not uniform: only about
/// half of all points are reached.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_uniform(uniform: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(FROM_UNIFORM, 0)?.from_uniform(uniform)
}

/// Maps a 512-bit little-endian number to a point of the prime-order group, by RFC 9380's
/// `map_to_curve` and `clear_cofactor` for edwards25519.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_number(number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(FROM_UNIFORM, 0)?.from_number(number)
}

/// Maps 64 bytes to a point as libsodium does: the lower 511 bits, in big-endian order, as in
/// [`from_uniform`]; the first bit is the sign of x.
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

/// Multiplies a point by a scalar; the last bit of the scalar is ignored.
///
/// # Errors
/// [`Error::InvalidPoint`] if the point is not [valid](is_valid_point); [`Error::NeutralElement`]
/// if the scalar is a multiple of the order; [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn scalarmult(scalar: &[u8; SCALAR_LEN], point: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(SCALARMULT, 0)?.scalarmult(scalar, point)
}

/// Multiplies the base point by a scalar; the last bit of the scalar is ignored.
///
/// # Errors
/// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn base(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(BASE, 0)?.base(scalar)
}

impl Runnable<Ops> {
    /// Returns whether the bytes are the reduced encoding of a point of prime order.
    #[must_use]
    #[allow(unsafe_code)]
    pub fn is_valid(self, point: &[u8; POINT_LEN]) -> bool {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        let valid = unsafe { (self.ops().is_valid)(point) };
        wipe_stack::<STACK>();
        valid
    }

    /// Adds or subtracts two points.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if one of them is not on the curve; [`Error::NoCandidate`] if the
    /// candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn add(
        self,
        p: &[u8; POINT_LEN],
        sign: Sign,
        q: &[u8; POINT_LEN],
    ) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate
            // needs.
            let sum = unsafe { (self.rest()?.add)(p, sign, q) };
            sum.ok_or(Error::invalid_point("p or q"))
        })
    }

    /// Maps 32 bytes to a point, see [`from_uniform`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn from_uniform(self, uniform: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.from_uniform)(uniform) }))
    }

    /// Maps a number to a point, see [`from_number`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn from_number(self, number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.from_number)(number) }))
    }

    /// Multiplies a point by a scalar; the last bit of the scalar is ignored.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if the point is not valid; [`Error::NeutralElement`] if the scalar
    /// is a multiple of the order.
    #[allow(unsafe_code)]
    pub fn scalarmult(
        self,
        scalar: &[u8; SCALAR_LEN],
        point: &[u8; POINT_LEN],
    ) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            let scalar = below_2_255(scalar);
            // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate
            // needs.
            let product = unsafe { (self.ops().scalarmult)(&scalar, point) };
            not_neutral(product.ok_or(Error::invalid_point("p"))?, &NEUTRAL)
        })
    }

    /// Multiplies the base point by a scalar; the last bit of the scalar is ignored.
    ///
    /// # Errors
    /// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`]
    /// if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn base(self, scalar: &[u8; SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
        without_traces(|| {
            let scalar = below_2_255(scalar);
            // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate
            // needs.
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

/// Clears the last bit of a scalar, as libsodium does. The caller wipes the result.
pub(in crate::prim) fn below_2_255(scalar: &[u8; SCALAR_LEN]) -> [u8; SCALAR_LEN] {
    let mut low = *scalar;
    low[31] &= 0x7f;
    low
}

/// Returns a product unless it equals the encoding of the neutral element. The caller wipes the
/// copy that it passed.
pub(in crate::prim) fn not_neutral(
    product: [u8; POINT_LEN],
    neutral: &[u8; POINT_LEN],
) -> Result<[u8; POINT_LEN]> {
    if equal(&product, neutral) { Err(Error::NeutralElement) } else { Ok(product) }
}
