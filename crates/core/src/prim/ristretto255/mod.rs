//! ristretto255 (RFC 9496): a prime-order group built from the points of Ed25519. Every element has
//! exactly one encoding, and any other 32 bytes are refused. Its scalars are shared with
//! [`edwards25519`](super::edwards25519).

mod dalek;
mod kat;
mod portable;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use super::edwards25519::{Sign, below_2_255, not_neutral};
use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Meta, Operation, Primitive, Runnable, Target, bench_of,
    sample_array,
};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

/// Length of the encoding of an element in bytes.
pub const POINT_LEN: usize = 32;
/// Length of a scalar in bytes.
pub const SCALAR_LEN: usize = 32;
/// Length in bytes of the input of the map to an element.
pub const HASH_LEN: usize = 64;

type Point = [u8; POINT_LEN];
type Scalar = [u8; SCALAR_LEN];

/// The functions of a candidate. Their time depends neither on scalars nor on elements, except on
/// whether an element is valid.
#[derive(Debug)]
pub struct Ops {
    /// Multiplies an element by a scalar below 2^255; `None` if the element is invalid.
    scalarmult: unsafe fn(&Scalar, &Point) -> Option<Point>,
    /// The remaining operations, if the candidate implements them.
    rest: Option<Rest>,
}

/// The operations that every implementation computes serially.
#[derive(Debug)]
struct Rest {
    is_valid: unsafe fn(&Point) -> bool,
    /// Adds or subtracts two elements; `None` if one of them is invalid.
    add: unsafe fn(&Point, Sign, &Point) -> Option<Point>,
    from_hash: unsafe fn(&[u8; HASH_LEN]) -> Point,
    /// Multiplies the generator by a scalar below 2^255.
    base: unsafe fn(&Scalar) -> Point,
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: dalek, portable;
    lean: portable;
};

const IS_VALID: usize = 0;
const ADD: usize = 1;
const FROM_HASH: usize = 2;
const SCALARMULT: usize = 3;
const BASE: usize = 4;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "ristretto255",
    candidates: CANDIDATES,
    operations: &[
        Operation::new("is_valid", Axis::None),
        Operation::new("add", Axis::None),
        Operation::new("from_hash", Axis::None),
        Operation::new("scalarmult", Axis::None),
        Operation::new("base", Axis::None),
    ],
    offers: |ops, operation| operation == SCALARMULT || ops.rest.is_some(),
    selftest,
    bench,
    rank: RANK,
});

/// Returns whether these bytes encode an element (section 4.3.1), including the neutral element.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn is_valid_point(point: &[u8; POINT_LEN]) -> Result<bool> {
    PRIMITIVE.pick(IS_VALID, 0)?.is_valid(point)
}

/// Adds or subtracts two elements.
///
/// # Errors
/// [`Error::InvalidPoint`] if `p` or `q` is invalid; [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn add(p: &[u8; POINT_LEN], sign: Sign, q: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(ADD, 0)?.add(p, sign, q)
}

/// Maps 64 bytes to an element (section 4.3.4), which is uniform if the bytes are uniform.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn from_hash(uniform: &[u8; HASH_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(FROM_HASH, 0)?.from_hash(uniform)
}

/// Multiplies an element by a scalar and ignores the scalar's last bit.
///
/// # Errors
/// [`Error::InvalidPoint`] if the element is invalid; [`Error::NeutralElement`] if the product is
/// neutral; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalarmult(scalar: &[u8; SCALAR_LEN], point: &[u8; POINT_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(SCALARMULT, 0)?.scalarmult(scalar, point)
}

/// Multiplies the generator by a scalar and ignores the scalar's last bit.
///
/// # Errors
/// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn base(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; POINT_LEN]> {
    PRIMITIVE.pick(BASE, 0)?.base(scalar)
}

/// The encoding of the neutral element.
const NEUTRAL: Point = [0; POINT_LEN];

impl Runnable<Ops> {
    /// Returns whether these bytes encode an element.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate lacks this operation.
    #[allow(unsafe_code)]
    pub fn is_valid(self, point: &[u8; POINT_LEN]) -> Result<bool> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let valid = unsafe { (self.rest()?.is_valid)(point) };
        wipe_stack::<STACK>();
        Ok(valid)
    }

    /// Adds or subtracts two elements.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if `p` or `q` is invalid; [`Error::NoCandidate`] if the candidate
    /// lacks this operation.
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

    /// Maps 64 bytes to an element.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate lacks this operation.
    #[allow(unsafe_code)]
    pub fn from_hash(self, uniform: &[u8; HASH_LEN]) -> Result<[u8; POINT_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.from_hash)(uniform) }))
    }

    /// Multiplies an element by a scalar and ignores the scalar's last bit.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if the element is invalid; [`Error::NeutralElement`] if the product
    /// is neutral.
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

    /// Multiplies the generator by a scalar and ignores the scalar's last bit.
    ///
    /// # Errors
    /// [`Error::NeutralElement`] if the scalar is a multiple of the order; [`Error::NoCandidate`]
    /// if the candidate lacks this operation.
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
        self.ops().rest.as_ref().ok_or(Error::no_candidate("ristretto255"))
    }
}

/// Checks products of scalars that use every table entry, and the other operations if present.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let product =
        (1..=4).try_fold(kat::GENERATOR, |p, i| candidate.scalarmult(&sample_array(i), &p));
    let invalid = Err(Error::invalid_point("p"));
    product == Ok(kat::PRODUCT)
        && candidate.scalarmult(&[0; 32], &kat::GENERATOR) == Err(Error::NeutralElement)
        && candidate.scalarmult(&sample_array(1), &NEUTRAL) == Err(Error::NeutralElement)
        && invalid_points()
            .iter()
            .all(|point| candidate.scalarmult(&sample_array(1), point) == invalid)
        && (candidate.ops().rest.is_none() || does_the_rest(candidate))
}

/// Returns invalid encodings, which are the prime plus 1, the prime minus 1, and a negative number.
fn invalid_points() -> [Point; 3] {
    let near_prime = |first: u8| {
        let mut bytes = [0xff; POINT_LEN];
        (bytes[0], bytes[31]) = (first, 0x7f);
        bytes
    };
    let mut one = [0; POINT_LEN];
    one[0] = 1;
    [near_prime(0xee), near_prime(0xec), one]
}

fn does_the_rest(candidate: Runnable<Ops>) -> bool {
    let (p, q) = (&kat::PRODUCT, &kat::MULTIPLE);
    let mapped = (0..4).try_fold(sample_array::<HASH_LEN>(6), |bytes, i| {
        let mut next = [0; HASH_LEN];
        next[..32].copy_from_slice(&candidate.from_hash(&bytes)?);
        next[32..].copy_from_slice(&sample_array::<32>(7 + i));
        Ok::<_, Error>(next)
    });
    (0..4).try_fold(sample_array(5), |scalar, _| candidate.base(&scalar)) == Ok(kat::MULTIPLE)
        && candidate.base(&[0; 32]) == Err(Error::NeutralElement)
        && candidate.add(p, Sign::Plus, q) == Ok(kat::SUM)
        && candidate.add(p, Sign::Minus, q) == Ok(kat::DIFFERENCE)
        && candidate.add(p, Sign::Minus, p) == Ok(NEUTRAL)
        && mapped.is_ok_and(|bytes| bytes[..32] == kat::MAPPED)
        && candidate.is_valid(&kat::GENERATOR) == Ok(true)
        && candidate.is_valid(&NEUTRAL) == Ok(true)
        && invalid_points().iter().all(|point| {
            candidate.is_valid(point) == Ok(false)
                && candidate.add(point, Sign::Plus, p).is_err()
                && candidate.add(p, Sign::Plus, point).is_err()
        })
}

/// Benchmarks an operation. Each result is the next element, scalar or half of the input;
/// `is_valid` always checks the same valid element.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let scalar = sample_array(2);
    let point = base(&scalar);
    let mut uniform = [0; HASH_LEN];
    let mut last = point.clone().unwrap_or_default();
    let len = if operation == IS_VALID { 1 } else { POINT_LEN };
    bench_of(len, move |out| {
        let (candidate, point) =
            (target.get(operation, size)?, point.as_ref().map_err(Clone::clone)?);
        last = match operation {
            IS_VALID => {
                out[0] = candidate.is_valid(point)?.into();
                return Ok(());
            }
            ADD => candidate.add(&last, Sign::Plus, point)?,
            FROM_HASH => {
                uniform[..32].copy_from_slice(&last);
                candidate.from_hash(&uniform)?
            }
            BASE => candidate.base(&last)?,
            _ => candidate.scalarmult(&scalar, &last)?,
        };
        out.copy_from_slice(&last);
        Ok(())
    })
}
