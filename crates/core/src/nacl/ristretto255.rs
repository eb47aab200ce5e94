//! `crypto_core_ristretto255` and `crypto_scalarmult_ristretto255`: a prime-order group for custom
//! protocols (RFC 9496). Every element has exactly one encoding, and all other bytes are rejected.
//!
//! ```
//! use quicksalt::nacl::hash::sha512;
//! use quicksalt::nacl::ristretto255::{Point, Scalar};
//!
//! // An oblivious pseudorandom function: the server multiplies the blinded password element by
//! // its key and learns nothing about the password.
//! let (blind, key) = (Scalar::random()?, Scalar::random()?);
//! let password = Point::from_hash(&sha512(b"password")?)?;
//! let answer = password.mul(&blind)?.mul(&key)?;
//! assert_eq!(answer.mul(&blind.invert()?)?, password.mul(&key)?);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
pub use crate::nacl::expand::StringHash;
use crate::nacl::key::public;
pub use crate::nacl::scalar::Scalar;
use crate::prim::edwards25519::Sign;
use crate::prim::ristretto255;
use crate::wipe::without_traces;

public! {
    /// An encoded element.
    ///
    /// The value can contain any 32 bytes. The methods reject bytes that do not encode an element.
    Point, 32, "point"
}

impl Point {
    /// Returns a random element.
    ///
    /// # Errors
    /// [`crate::Error::Randomness`] if the operating system returns no random bytes,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        let mut uniform = [0; ristretto255::HASH_LEN];
        super::random::fill(&mut uniform)?;
        Self::from_hash(&uniform)
    }

    /// Maps 64 bytes, such as a SHA-512 digest, to an element. The element is uniform if the bytes
    /// are uniform.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_hash(uniform: &[u8; 64]) -> Result<Self> {
        ristretto255::from_hash(uniform).map(Self)
    }

    /// Hashes a string of any length to an element (RFC 9380, `expand_message_xmd` and
    /// [`Self::from_hash`]). The context names the protocol and the purpose, and makes the elements
    /// of different contexts independent.
    ///
    /// ```
    /// use quicksalt::nacl::ristretto255::{Point, StringHash};
    ///
    /// let one = Point::from_string(b"a protocol", b"password", StringHash::Sha512)?;
    /// assert_ne!(one, Point::from_string(b"another", b"password", StringHash::Sha512)?);
    /// # Ok::<(), quicksalt::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_string(context: &[u8], message: &[u8], hash: StringHash) -> Result<Self> {
        without_traces(|| Self::from_hash(&*hash.expand(context, message)?))
    }

    /// Reports whether the bytes encode an element, which may be the neutral element.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn is_valid(&self) -> Result<bool> {
        ristretto255::is_valid_point(&self.0)
    }

    /// Returns the sum.
    ///
    /// # Errors
    /// [`crate::Error::InvalidPoint`] if either operand does not encode an element,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn add(&self, other: &Self) -> Result<Self> {
        ristretto255::add(&self.0, Sign::Plus, &other.0).map(Self)
    }

    /// Returns the difference.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        ristretto255::add(&self.0, Sign::Minus, &other.0).map(Self)
    }

    /// Multiplies the element by a scalar. The scalar's last bit is ignored.
    ///
    /// # Errors
    /// [`crate::Error::InvalidPoint`] if the bytes do not encode an element,
    /// [`crate::Error::NeutralElement`] if the product is neutral, [`crate::Error::NoCandidate`] if
    /// no candidate passes its self-test.
    pub fn mul(&self, scalar: &Scalar) -> Result<Self> {
        ristretto255::scalarmult(scalar.as_bytes(), &self.0).map(Self)
    }

    /// Multiplies the generator by a scalar. The scalar's last bit is ignored.
    ///
    /// # Errors
    /// [`crate::Error::NeutralElement`] if the scalar is a multiple of the order,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn base(scalar: &Scalar) -> Result<Self> {
        ristretto255::base(scalar.as_bytes()).map(Self)
    }
}
