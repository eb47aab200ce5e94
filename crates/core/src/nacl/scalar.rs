//! Scalars of the groups [`edwards25519`](super::edwards25519) and
//! [`ristretto255`](super::ristretto255).

use crate::error::Result;
use crate::nacl::expand::{StringHash, from_big_endian};
use crate::nacl::key::hidden;
use crate::prim::edwards25519;
#[cfg(feature = "std")]
use crate::wipe::Wiped;
use crate::wipe::{SMALL_STACK, without_traces, without_traces_in};

hidden! {
    /// A number modulo the group order, 2^252 + 27742317777372353535851937790883648493, in 32
    /// little-endian bytes.
    ///
    /// Accepts any bytes, including numbers that are not reduced; results of methods are reduced.
    /// The scalar is wiped when dropped, never printed, and compared by its bytes.
    ///
    /// ```
    /// use quicksalt::nacl::ristretto255::Scalar;
    ///
    /// let secret = Scalar::random()?;
    /// let one = secret.mul(&secret.invert()?)?;
    /// assert_eq!(one, secret.add(&secret.complement()?)?);
    /// # Ok::<(), quicksalt::Error>(())
    /// ```
    Scalar, 32
}

impl Scalar {
    /// Returns a random nonzero reduced scalar.
    ///
    /// # Errors
    /// [`crate::Error::Randomness`] if the operating system returns no random bytes,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        // 64 random bytes modulo the order are uniform up to 2^-259; zero never occurs in practice.
        let mut wide = Wiped::new([0; 64]);
        super::random::fill(wide.as_mut_slice())?;
        Self::reduce(&wide)
    }

    /// Reduces a 64-byte number, such as a SHA-512 digest. The result is uniform if the bytes are
    /// uniform.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn reduce(number: &[u8; 64]) -> Result<Self> {
        made(|| edwards25519::scalar_reduce(number))
    }

    /// Hashes a string of any length to a scalar, separated by a context. This is `hash_to_field`
    /// of RFC 9380, section 5.2, modulo the group order.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn from_string(context: &[u8], message: &[u8], hash: StringHash) -> Result<Self> {
        without_traces(|| {
            let number = from_big_endian(&*hash.expand(context, message)?);
            edwards25519::scalar_reduce(&number).map(Self::from)
        })
    }

    /// Returns whether the number is reduced. The results of methods are always reduced.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        edwards25519::scalar_is_canonical(&self.0)
    }

    /// Returns the sum. Operands that are not reduced are added modulo 2^256 first, as in
    /// libsodium.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn add(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_add(&self.0, &other.0))
    }

    /// Returns the difference: adds the [negative](Self::negate) of `other`.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_sub(&self.0, &other.0))
    }

    /// Returns the product.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn mul(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_mul(&self.0, &other.0))
    }

    /// Returns the multiplicative inverse, or zero for a nonzero multiple of the group order.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] for zero, [`crate::Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn invert(&self) -> Result<Self> {
        made(|| edwards25519::scalar_invert(&self.0))
    }

    /// Returns the negative: -s mod L.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn negate(&self) -> Result<Self> {
        made(|| edwards25519::scalar_negate(&self.0))
    }

    /// Returns the complement: 1 - s mod L.
    ///
    /// # Errors
    /// The errors of [`Self::reduce`].
    pub fn complement(&self) -> Result<Self> {
        made(|| edwards25519::scalar_complement(&self.0))
    }

    /// Clamps the bits that Ed25519 and X25519 fix in secret scalars (RFC 8032, section 5.1.5): the
    /// result is a multiple of 8 and at least 2^254.
    pub(in crate::nacl) fn clamped(&self) -> Self {
        let mut clamped = self.clone();
        clamped.0[0] &= 248;
        clamped.0[31] = clamped.0[31] & 63 | 64;
        clamped
    }
}

/// Runs `work`, wipes its secret remnants from the stack, and returns the scalar.
fn made(work: impl FnOnce() -> Result<[u8; 32]>) -> Result<Scalar> {
    without_traces_in::<SMALL_STACK, _>(|| work().map(Scalar::from))
}
