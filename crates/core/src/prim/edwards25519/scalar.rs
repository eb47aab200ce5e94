//! Arithmetic modulo the order of the base point, 2^252 + 27742317777372353535851937790883648493.

use subtle::ConstantTimeEq as _;

use super::{
    Ops, PRIMITIVE, SCALAR_INVERT, SCALAR_LEN, SCALAR_MUL, SCALAR_REDUCE, Scalar, Sign,
    WIDE_SCALAR_LEN,
};
use crate::choose::Runnable;
use crate::error::{Error, Result};
use crate::prim::ed25519::strict::ORDER;
use crate::wipe::{STACK, wipe, wipe_stack, without_traces};

/// A number of 64 bytes, reduced.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_reduce(number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_reduce(number)
}

/// The sum of two scalars. That of numbers that are not reduced is taken modulo 2^256 first, as in
/// libsodium.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_add(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    let mut wide = [0; WIDE_SCALAR_LEN];
    let (low, _) = wide.split_at_mut(SCALAR_LEN);
    low.copy_from_slice(x);
    combine(low, Sign::Plus, y);
    reduced(&mut wide)
}

/// The difference of two scalars: the first and the [negative](scalar_negate) of the second, added as
/// by [`scalar_add`].
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_sub(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    let mut negative = scalar_negate(y)?;
    let difference = scalar_add(x, &negative);
    wipe(&mut negative);
    difference
}

/// The scalar that makes zero with this one.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_negate(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    from_multiple(0, scalar)
}

/// The scalar that makes one with this one.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_complement(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    from_multiple(1, scalar)
}

/// The product of two scalars.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_mul(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_MUL, 0)?.scalar_mul(x, y)
}

/// The scalar that makes one when multiplied by this one. Of other multiples of the order than zero it
/// is zero, as in libsodium.
///
/// # Errors
/// [`Error::Parameter`] for zero; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_invert(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    let is_zero = scalar.ct_eq(&[0; SCALAR_LEN]);
    if bool::from(is_zero) {
        return Err(Error::Parameter { argument: "scalar", expected: "not zero", actual: 0 });
    }
    PRIMITIVE.pick(SCALAR_INVERT, 0)?.scalar_invert(scalar)
}

/// Whether a number is below the order, in a time that does not depend on it.
#[must_use]
pub fn scalar_is_canonical(scalar: &[u8; SCALAR_LEN]) -> bool {
    let borrow = scalar
        .iter()
        .zip(&ORDER)
        .fold(0_i16, |borrow, (byte, order)| (i16::from(*byte) - i16::from(*order) + borrow) >> 8);
    borrow != 0
}

/// A small number without the scalar: a multiple of the order that is larger than any scalar is added
/// to it before.
fn from_multiple(number: u8, scalar: &Scalar) -> Result<Scalar> {
    let mut wide = [0; WIDE_SCALAR_LEN];
    wide[SCALAR_LEN..].copy_from_slice(&ORDER);
    wide[0] = number;
    combine(&mut wide, Sign::Minus, scalar);
    reduced(&mut wide)
}

/// Adds a number to another, or takes it off, modulo the power of 256 that the other has room for.
fn combine(number: &mut [u8], sign: Sign, other: &Scalar) {
    let mut carry = 0;
    for (byte, other) in number.iter_mut().zip(other.iter().chain(core::iter::repeat(&0))) {
        let other = i16::from(*other);
        carry += i16::from(*byte) + if sign == Sign::Plus { other } else { -other };
        *byte = carry as u8;
        carry >>= 8;
    }
}

/// Reduces the number and wipes it.
fn reduced(wide: &mut [u8; WIDE_SCALAR_LEN]) -> Result<Scalar> {
    let scalar = scalar_reduce(wide);
    wipe(wide);
    wipe_stack::<STACK>();
    scalar
}

impl Runnable<Ops> {
    /// A number of 64 bytes, reduced.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_reduce(self, number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.scalar_reduce)(number) }))
    }

    /// The product of two scalars.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_mul(
        self,
        x: &[u8; SCALAR_LEN],
        y: &[u8; SCALAR_LEN],
    ) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.scalar_mul)(x, y) }))
    }

    /// The inverse of a scalar, or zero for a multiple of the order.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_invert(self, scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces(|| Ok(unsafe { (self.rest()?.scalar_invert)(scalar) }))
    }
}
