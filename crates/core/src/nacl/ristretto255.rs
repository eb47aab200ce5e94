//! `crypto_core_ristretto255` and `crypto_scalarmult_ristretto255`: a group of prime order for protocols
//! of one's own (RFC 9496). Every element has one encoding, and no other bytes are taken.
//!
//! ```
//! use quicksalt::nacl::hash::sha512;
//! use quicksalt::nacl::ristretto255::{Point, Scalar};
//!
//! // An oblivious function of a password: the server's key times the password's element, of which the
//! // server sees nothing.
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
    /// The encoding of an element.
    ///
    /// Any 32 bytes can stand in it; the methods refuse what encodes no element.
    Point, 32, "point"
}

impl Point {
    /// A random element.
    ///
    /// # Errors
    /// [`crate::Error::Randomness`] if the operating system gives no random bytes,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        let mut uniform = [0; ristretto255::HASH_LEN];
        super::random::fill(&mut uniform)?;
        Self::from_hash(&uniform)
    }

    /// The element that 64 bytes are mapped to, such as a SHA-512 digest: uniform if the bytes are.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_hash(uniform: &[u8; 64]) -> Result<Self> {
        ristretto255::from_hash(uniform).map(Self)
    }

    /// The element of a string of any length (RFC 9380, `expand_message_xmd` and [`Self::from_hash`]). The
    /// context names the protocol and the purpose: strings of different contexts have nothing in common.
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

    /// Whether it is the encoding of an element, which the neutral one is too.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn is_valid(&self) -> Result<bool> {
        ristretto255::is_valid_point(&self.0)
    }

    /// The sum.
    ///
    /// # Errors
    /// [`crate::Error::InvalidPoint`] if one of the two is no element, [`crate::Error::NoCandidate`] if
    /// no candidate passes its self-test.
    pub fn add(&self, other: &Self) -> Result<Self> {
        ristretto255::add(&self.0, Sign::Plus, &other.0).map(Self)
    }

    /// The difference.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        ristretto255::add(&self.0, Sign::Minus, &other.0).map(Self)
    }

    /// The scalar, whose last bit is ignored, times this element.
    ///
    /// # Errors
    /// [`crate::Error::InvalidPoint`] if it is no element, [`crate::Error::NeutralElement`] if the
    /// product is neutral, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn mul(&self, scalar: &Scalar) -> Result<Self> {
        ristretto255::scalarmult(scalar.as_bytes(), &self.0).map(Self)
    }

    /// The scalar, whose last bit is ignored, times the generator.
    ///
    /// # Errors
    /// [`crate::Error::NeutralElement`] if the scalar is a multiple of the order,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn base(scalar: &Scalar) -> Result<Self> {
        ristretto255::base(scalar.as_bytes()).map(Self)
    }
}
