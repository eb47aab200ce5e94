//! `crypto_xof`: hash functions whose output is as long as is asked for, SHAKE (FIPS 202) and TurboSHAKE
//! (RFC 9861), which has half the rounds.
//!
//! The 128 and 256 in their names are bits of security; an output of twice as many bits has them. The
//! outputs of two lengths begin with the same bytes: where that matters, the length belongs into the
//! message.
//!
//! ```
//! use quicksalt::nacl::xof;
//!
//! let mut output = [0; 100];
//! xof::turboshake128(&mut output, b"a message", xof::DOMAIN)?;
//!
//! let mut hasher = xof::turboshake128_init(xof::DOMAIN)?;
//! hasher.update(b"a mess");
//! hasher.update(b"age");
//! let (mut reader, mut piece) = (hasher.finish(), [0; 50]);
//! reader.read(&mut piece);
//! assert_eq!(piece, output[..50]);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::constructions;
pub use crate::constructions::sponge::{Hasher, Reader};
use crate::error::Result;

/// The domain of TurboSHAKE where there is no reason for another, and that of SHAKE.
pub const DOMAIN: u8 = constructions::sponge::STANDARD;
/// Bytes that SHAKE128 and TurboSHAKE128 take or give between two permutations.
pub const RATE_128: usize = constructions::shake128::RATE;
/// Bytes that SHAKE256 and TurboSHAKE256 take or give between two permutations.
pub const RATE_256: usize = constructions::shake256::RATE;

/// Fills `out` with the first bytes of SHAKE128 of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake128(out: &mut [u8], message: &[u8]) -> Result<()> {
    constructions::shake128::hash(out, &[message])
}

/// SHAKE128 of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake128_init() -> Result<Hasher<RATE_128>> {
    constructions::shake128::hasher()
}

/// Fills `out` with the first bytes of TurboSHAKE128 of a message. The domain, from 1 to 0x7f, sets
/// functions apart.
///
/// # Errors
/// [`crate::Error::Parameter`] if the domain is none, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn turboshake128(out: &mut [u8], message: &[u8], domain: u8) -> Result<()> {
    constructions::turboshake128::hash(domain, out, &[message])
}

/// TurboSHAKE128 of a message that comes piece by piece.
///
/// # Errors
/// Those of [`turboshake128`].
pub fn turboshake128_init(domain: u8) -> Result<Hasher<RATE_128>> {
    constructions::turboshake128::hasher(domain)
}

/// Fills `out` with the first bytes of SHAKE256 of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake256(out: &mut [u8], message: &[u8]) -> Result<()> {
    constructions::shake256::hash(out, &[message])
}

/// SHAKE256 of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake256_init() -> Result<Hasher<RATE_256>> {
    constructions::shake256::hasher()
}

/// Fills `out` with the first bytes of TurboSHAKE256 of a message. The domain, from 1 to 0x7f, sets
/// functions apart.
///
/// # Errors
/// [`crate::Error::Parameter`] if the domain is none, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn turboshake256(out: &mut [u8], message: &[u8], domain: u8) -> Result<()> {
    constructions::turboshake256::hash(domain, out, &[message])
}

/// TurboSHAKE256 of a message that comes piece by piece.
///
/// # Errors
/// Those of [`turboshake256`].
pub fn turboshake256_init(domain: u8) -> Result<Hasher<RATE_256>> {
    constructions::turboshake256::hasher(domain)
}
