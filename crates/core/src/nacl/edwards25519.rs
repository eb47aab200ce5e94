//! `crypto_core_ed25519` and `crypto_scalarmult_ed25519`: the group of Ed25519, for protocols such as
//! threshold signatures, blind signatures and key agreement by password.
//!
//! The curve has eight times as many points as its group of prime order; [`ristretto255`] has no other
//! points and no other encodings, and is the better choice for whoever may choose.
//!
//! [`ristretto255`]: super::ristretto255
//!
//! ```
//! use quicksalt::nacl::edwards25519::{Point, Scalar};
//!
//! // A public key out of two parts, of which each side knows one.
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
    /// The encoding of a point: y, and the sign of x in the last bit (RFC 8032, section 5.1.2).
    ///
    /// Any 32 bytes can stand in it; the methods refuse what encodes no point.
    Point, 32, "point"
}

impl Point {
    /// A random point of the group.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system gives no random bytes, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn random() -> Result<Self> {
        let mut uniform = [0; Self::LEN];
        super::random::fill(&mut uniform)?;
        Self::from_uniform(&uniform)
    }

    /// The point of the group that 32 bytes are mapped to, by Elligator 2 and the cofactor; the last
    /// bit is the sign of x. Nearly half of all points are reached, so that it is not uniform.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_uniform(uniform: &[u8; 32]) -> Result<Self> {
        edwards25519::from_uniform(uniform).map(Self)
    }

    /// As [`Self::from_uniform`], for 64 bytes in libsodium's order: a number of 511 bits with its first byte
    /// highest, and before it the sign of x. For what is new there is [`Self::from_string`].
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_hash(hash: &[u8; 64]) -> Result<Self> {
        edwards25519::from_hash(hash).map(Self)
    }

    /// The point of the group that belongs to a string of any length, uniform among all: `hash_to_curve` of
    /// RFC 9380, with SHA-512 the suite `edwards25519_XMD:SHA-512_ELL2_RO_`. The context names the protocol
    /// and the purpose: strings of different contexts have nothing in common.
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

    /// As [`Self::from_string`] in half the time, and not uniform: `encode_to_curve` of RFC 9380, with SHA-512
    /// the suite `edwards25519_XMD:SHA-512_ELL2_NU_`. For protocols that name it.
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

    /// Whether it is the reduced encoding of a point of the group other than the neutral one.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn is_valid(&self) -> Result<bool> {
        edwards25519::is_valid_point(&self.0)
    }

    /// The sum. Points of any order are taken, and encodings that are not reduced.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if one of the two is not on the curve, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    pub fn add(&self, other: &Self) -> Result<Self> {
        edwards25519::add(&self.0, Sign::Plus, &other.0).map(Self)
    }

    /// The difference. Points of any order are taken, and encodings that are not reduced.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn sub(&self, other: &Self) -> Result<Self> {
        edwards25519::add(&self.0, Sign::Minus, &other.0).map(Self)
    }

    /// The scalar, whose last bit is ignored, times this point.
    ///
    /// # Errors
    /// [`Error::InvalidPoint`] if the point is not [valid](Self::is_valid), [`Error::NeutralElement`] if
    /// the scalar is a multiple of the order, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn mul(&self, scalar: &Scalar) -> Result<Self> {
        edwards25519::scalarmult(scalar.as_bytes(), &self.0).map(Self)
    }

    /// The scalar, clamped as the secret scalars of Ed25519 are, times this point.
    ///
    /// # Errors
    /// As [`Self::mul`]; [`Error::NeutralElement`] for zero too, as in libsodium.
    pub fn mul_clamped(&self, scalar: &Scalar) -> Result<Self> {
        self.mul(&clamped(scalar)?)
    }

    /// The scalar, whose last bit is ignored, times the base point.
    ///
    /// # Errors
    /// [`Error::NeutralElement`] if the scalar is a multiple of the order, [`Error::NoCandidate`] if no
    /// candidate passes its self-test.
    pub fn base(scalar: &Scalar) -> Result<Self> {
        edwards25519::base(scalar.as_bytes()).map(Self)
    }

    /// The scalar, clamped as the secret scalars of Ed25519 are, times the base point.
    ///
    /// # Errors
    /// As [`Self::base`]; [`Error::NeutralElement`] for zero too, as in libsodium.
    pub fn base_clamped(scalar: &Scalar) -> Result<Self> {
        Self::base(&clamped(scalar)?)
    }
}

/// The point that a number with its first byte highest is mapped to.
fn of_number(bytes: &[u8; FIELD_LEN]) -> Result<[u8; Point::LEN]> {
    edwards25519::from_number(&from_big_endian(bytes))
}

/// libsodium refuses zero before it clamps, though its clamped form is none.
fn clamped(scalar: &Scalar) -> Result<Scalar> {
    if *scalar == Scalar::from([0; Scalar::LEN]) {
        return Err(Error::NeutralElement);
    }
    Ok(scalar.clamped())
}
