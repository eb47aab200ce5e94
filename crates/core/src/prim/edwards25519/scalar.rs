//! Arithmetic modulo the order of the base point, 2^252 + 27742317777372353535851937790883648493.

use super::{
    Ops, PRIMITIVE, SCALAR_INVERT, SCALAR_LEN, SCALAR_MUL, SCALAR_REDUCE, Scalar, Sign,
    WIDE_SCALAR_LEN,
};
use crate::choose::Runnable;
use crate::error::{Error, Result};
use crate::prim::ed25519::strict::ORDER;
use crate::prim::equal::equal;
use crate::wipe::{SMALL_STACK, without_traces_in};

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
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_add(x, Sign::Plus, y)
}

/// The difference of two scalars: the first and the [negative](scalar_negate) of the second, added as
/// by [`scalar_add`].
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_sub(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_add(x, Sign::Minus, y)
}

/// The scalar that makes zero with this one.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_negate(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    scalar_sub(&[0; SCALAR_LEN], scalar)
}

/// The scalar that makes one with this one.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_complement(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    scalar_sub(&ONE, scalar)
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
    if equal(scalar, &[0; SCALAR_LEN]) {
        return Err(Error::parameter("scalar", "not zero", 0));
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

/// How much stack is wiped behind a sum or a product: in modules for WebAssembly, which have variables beside
/// their memory, what the limbs of a product take.
const WIPED: usize = if cfg!(target_arch = "wasm32") { 256 } else { SMALL_STACK };

const ONE: Scalar = {
    let mut one = [0; SCALAR_LEN];
    one[0] = 1;
    one
};

impl Runnable<Ops> {
    /// A number of 64 bytes, reduced.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_reduce(self, number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_reduce)(number) }))
    }

    /// The sum or the difference of two scalars.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_add(
        self,
        x: &[u8; SCALAR_LEN],
        sign: Sign,
        y: &[u8; SCALAR_LEN],
    ) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_add)(x, sign, y) }))
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
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_mul)(x, y) }))
    }

    /// The inverse of a scalar, or zero for a multiple of the order.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer it.
    #[allow(unsafe_code)]
    pub fn scalar_invert(self, scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        without_traces_in::<SMALL_STACK, _>(|| Ok(unsafe { (self.rest()?.scalar_invert)(scalar) }))
    }
}
