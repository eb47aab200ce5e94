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

/// Reduces a 64-byte number.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_reduce(number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_reduce(number)
}

/// Adds two scalars. The sum of unreduced scalars is first taken modulo 2^256, as in libsodium.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_add(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_add(x, Sign::Plus, y)
}

/// Subtracts two scalars: adds the [negative](scalar_negate) of the second to the first, as in
/// [`scalar_add`].
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_sub(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_REDUCE, 0)?.scalar_add(x, Sign::Minus, y)
}

/// Returns the negative of a scalar s: -s mod L, where L is the order.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_negate(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    scalar_sub(&[0; SCALAR_LEN], scalar)
}

/// Returns the complement of a scalar s: 1 - s mod L, where L is the order.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_complement(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    scalar_sub(&ONE, scalar)
}

/// Multiplies two scalars.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_mul(x: &[u8; SCALAR_LEN], y: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    PRIMITIVE.pick(SCALAR_MUL, 0)?.scalar_mul(x, y)
}

/// Returns the inverse of a scalar. A nonzero multiple of the order yields zero, as in libsodium.
///
/// # Errors
/// [`Error::Parameter`] for zero; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalar_invert(scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
    if equal(scalar, &[0; SCALAR_LEN]) {
        return Err(Error::parameter("scalar", "not zero", 0));
    }
    PRIMITIVE.pick(SCALAR_INVERT, 0)?.scalar_invert(scalar)
}

/// Returns whether a scalar is below the order, in constant time.
#[must_use]
pub fn scalar_is_canonical(scalar: &[u8; SCALAR_LEN]) -> bool {
    let borrow = scalar
        .iter()
        .zip(&ORDER)
        .fold(0_i16, |borrow, (byte, order)| (i16::from(*byte) - i16::from(*order) + borrow) >> 8);
    borrow != 0
}

/// Size of the stack that is wiped after a sum or a product. In WebAssembly modules, which have
/// local variables outside the memory, only the limbs of a product are on the stack.
const WIPED: usize = if cfg!(target_arch = "wasm32") { 256 } else { SMALL_STACK };

const ONE: Scalar = {
    let mut one = [0; SCALAR_LEN];
    one[0] = 1;
    one
};

impl Runnable<Ops> {
    /// Reduces a 64-byte number.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn scalar_reduce(self, number: &[u8; WIDE_SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_reduce)(number) }))
    }

    /// Adds or subtracts two scalars.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn scalar_add(
        self,
        x: &[u8; SCALAR_LEN],
        sign: Sign,
        y: &[u8; SCALAR_LEN],
    ) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_add)(x, sign, y) }))
    }

    /// Multiplies two scalars.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn scalar_mul(
        self,
        x: &[u8; SCALAR_LEN],
        y: &[u8; SCALAR_LEN],
    ) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces_in::<WIPED, _>(|| Ok(unsafe { (self.rest()?.scalar_mul)(x, y) }))
    }

    /// Returns the inverse of a scalar, or zero for a multiple of the order.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the candidate does not offer the operation.
    #[allow(unsafe_code)]
    pub fn scalar_invert(self, scalar: &[u8; SCALAR_LEN]) -> Result<[u8; SCALAR_LEN]> {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        without_traces_in::<SMALL_STACK, _>(|| Ok(unsafe { (self.rest()?.scalar_invert)(scalar) }))
    }
}
