//! `crypto_core_ed25519` and `crypto_scalarmult_ed25519`: the group of Ed25519, for protocols such
//! as threshold signatures, blind signatures and password-authenticated key exchange.
//!
//! The curve has cofactor 8: seven of eight points are outside its prime-order subgroup.
//! [`ristretto255`] has only elements of prime order, each with exactly one encoding; prefer it
//! where possible.
//!
//! [`ristretto255`]: super::ristretto255
//!
//! ```
//! use quicksalt::nacl::edwards25519::{Point, Scalar};
//!
//! // A joint public key: each side knows only its own part of the secret key.
//! let (alice, bob) = (Scalar::random()?, Scalar::random()?);
//! let joint = Point::base(&alice)?.add(&Point::base(&bob)?)?;
//! assert_eq!(joint, Point::base(&alice.add(&bob)?)?);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::{Error, Result};
pub use crate::nacl::expand::StringHash;
use crate::nacl::expand::{FIELD_LEN, from_big_endian};
use crate::nacl::key::public;
pub use crate::nacl::scalar::Scalar;
use crate::prim::edwards25519::{self, Sign};
use crate::wipe::without_traces;

public! {
    /// An encoded point: y, and the sign of x in the last bit (RFC 8032, section 5.1.2).
    ///
    /// Can contain any 32 bytes; the methods reject bytes that do not encode a point.
    Point, 32, "point"
}

impl Point {
    /// Returns a random point of the group.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system returns no random bytes,
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        let mut uniform = [0; Self::LEN];
        super::random::fill(&mut uniform)?;
        Self::from_uniform(&uniform)
    }

    /// Maps 32 bytes to a point of the group, by Elligator 2 and the cofactor; the last bit is the
    /// sign of x. Reaches nearly half of all points, so the result is not uniform.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_uniform(uniform: &[u8; 32]) -> Result<Self> {
        edwards25519::from_uniform(uniform).map(Self)
    }

    /// As [`Self::from_uniform`], for 64 bytes in libsodium's format: a big-endian number of 511
    /// bits, preceded by the sign of x. For new protocols use [`Self::from_string`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_hash(hash: &[u8; 64]) -> Result<Self> {
        edwards25519::from_hash(hash).map(Self)
    }

    /// Hashes a string of any length to a uniformly distributed point of the group: `hash_to_curve`
    /// of RFC 9380, with SHA-512 the suite `edwards25519_XMD:SHA-512_ELL2_RO_`. The context names
    /// the protocol and the purpose, and makes the points of different contexts independent.
    ///
    /// ```
    /// use quicksalt::nacl::edwards25519::{Point, StringHash};
    ///
    /// let one = Point::from_string(b"a protocol", b"password", StringHash::Sha512)?;
    /// assert_ne!(one, Point::from_string(b"another", b"password", StringHash::Sha512)?);
    /// # Ok::<(), quicksalt::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_string(context: &[u8], message: &[u8], hash: StringHash) -> Result<Self> {
        without_traces(|| {
            let numbers = hash.expand::<{ 2 * FIELD_LEN }>(context, message)?;
            let [first, second] = [0, 1].map(|i| of_number(&numbers.as_chunks().0[i]));
            edwards25519::add(&first?, Sign::Plus, &second?).map(Self)
        })
    }

    /// Does the same as [`Self::from_string`] in half the time, but the point is not uniform:
    /// `encode_to_curve` of RFC 9380, with SHA-512 the suite `edwards25519_XMD:SHA-512_ELL2_NU_`.
    /// For protocols that require it.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_string_nonuniform(
        context: &[u8],
        message: &[u8],
        hash: StringHash,
    ) -> Result<Self> {
        without_traces(|| of_number(&*hash.expand(context, message)?).map(Self))
    }

    /// Reports whether the bytes are the canonical encoding of a point of the group other than the
    /// neutral element.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn is_valid(&self) -> Result<bool> {
        edwards25519::is_valid_point(&self.0)
    }

    /// Returns the sum. Accepts points of any order and non-canonical encodings.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if either point is not on the curve, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    pub fn add(&self, other: &Self) -> Result<Self> {
        edwards25519::add(&self.0, Sign::Plus, &other.0).map(Self)
    }

    /// Returns the difference. Accepts points of any order and non-canonical encodings.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        edwards25519::add(&self.0, Sign::Minus, &other.0).map(Self)
    }

    /// Multiplies the point by a scalar; its last bit is ignored.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if the point is not [valid](Self::is_valid), [`Error::NeutralElement`] if
    /// the scalar is a multiple of the order, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn mul(&self, scalar: &Scalar) -> Result<Self> {
        edwards25519::scalarmult(scalar.as_bytes(), &self.0).map(Self)
    }

    /// Multiplies the point by a scalar, clamped like a secret scalar of Ed25519.
    ///
    /// # Errors
    /// The errors of [`Self::mul`]; also [`Error::NeutralElement`] for zero, as in libsodium.
    pub fn mul_clamped(&self, scalar: &Scalar) -> Result<Self> {
        self.mul(&clamped(scalar)?)
    }

    /// Multiplies the base point by a scalar; its last bit is ignored.
    ///
    /// # Errors
    /// [`Error::NeutralElement`] if the scalar is a multiple of the order, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    pub fn base(scalar: &Scalar) -> Result<Self> {
        edwards25519::base(scalar.as_bytes()).map(Self)
    }

    /// Multiplies the base point by a scalar, clamped like a secret scalar of Ed25519.
    ///
    /// # Errors
    /// The errors of [`Self::base`]; also [`Error::NeutralElement`] for zero, as in libsodium.
    pub fn base_clamped(scalar: &Scalar) -> Result<Self> {
        Self::base(&clamped(scalar)?)
    }
}

/// Maps a big-endian number to a point.
fn of_number(bytes: &[u8; FIELD_LEN]) -> Result<[u8; Point::LEN]> {
    edwards25519::from_number(&from_big_endian(bytes))
}

/// Like libsodium, rejects zero before clamping, although the clamped scalar is nonzero.
fn clamped(scalar: &Scalar) -> Result<Scalar> {
    if *scalar == Scalar::from([0; Scalar::LEN]) {
        return Err(Error::NeutralElement);
    }
    Ok(scalar.clamped())
}
