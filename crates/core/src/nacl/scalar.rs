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
    /// A number modulo the order of the group, 2^252 + 27742317777372353535851937790883648493, in 32
    /// bytes from the lowest.
    ///
    /// All bytes are taken, also numbers that are not reduced; what the methods give is reduced. It is
    /// wiped when it goes out of use, never printed, and compared by its bytes.
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
    /// A random scalar that is reduced and not zero.
    ///
    /// # Errors
    /// [`crate::Error::Randomness`] if the operating system gives no random bytes,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        // Sixty-four bytes are uniform but for 2^-259; a zero never comes.
        let mut wide = Wiped::new([0; 64]);
        super::random::fill(wide.as_mut_slice())?;
        Self::reduce(&wide)
    }

    /// A number of 64 bytes, reduced: uniform if the bytes are, such as a SHA-512 digest.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn reduce(number: &[u8; 64]) -> Result<Self> {
        made(|| edwards25519::scalar_reduce(number))
    }

    /// The scalar that belongs to a string of any length in a context: `hash_to_field` of RFC 9380, section 5.2,
    /// modulo the order.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn from_string(context: &[u8], message: &[u8], hash: StringHash) -> Result<Self> {
        without_traces(|| {
            let number = from_big_endian(&*hash.expand(context, message)?);
            edwards25519::scalar_reduce(&number).map(Self::from)
        })
    }

    /// Whether it is reduced, as what the methods give is.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        edwards25519::scalar_is_canonical(&self.0)
    }

    /// The sum. That of numbers that are not reduced is taken modulo 2^256 first, as in libsodium.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn add(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_add(&self.0, &other.0))
    }

    /// The difference: the [negative](Self::negate) of the other, added.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_sub(&self.0, &other.0))
    }

    /// The product.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn mul(&self, other: &Self) -> Result<Self> {
        made(|| edwards25519::scalar_mul(&self.0, &other.0))
    }

    /// What makes one when multiplied by this scalar; zero for other multiples of the order than zero.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] for zero, [`crate::Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn invert(&self) -> Result<Self> {
        made(|| edwards25519::scalar_invert(&self.0))
    }

    /// What makes zero when added to this scalar.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn negate(&self) -> Result<Self> {
        made(|| edwards25519::scalar_negate(&self.0))
    }

    /// What makes one when added to this scalar.
    ///
    /// # Errors
    /// As [`Self::reduce`].
    pub fn complement(&self) -> Result<Self> {
        made(|| edwards25519::scalar_complement(&self.0))
    }

    /// With the bits set and cleared that Ed25519 and X25519 set and clear in secret scalars (RFC 8032,
    /// section 5.1.5): a multiple of 8 from 2^254 on.
    pub(in crate::nacl) fn clamped(&self) -> Self {
        let mut clamped = self.clone();
        clamped.0[0] &= 248;
        clamped.0[31] = clamped.0[31] & 63 | 64;
        clamped
    }
}

/// A scalar that is the result of some work, of which nothing else is left.
fn made(work: impl FnOnce() -> Result<[u8; 32]>) -> Result<Scalar> {
    without_traces_in::<SMALL_STACK, _>(|| work().map(Scalar::from))
}
