//! `crypto_xof`: hash functions with output of any length, SHAKE (FIPS 202) and TurboSHAKE (RFC
//! 9861), which has half the rounds.
//!
//! The numbers 128 and 256 in the names are the security level in bits, which requires an output of
//! twice this length. The outputs of different lengths for one message share a prefix. If this
//! matters, include the length in the message.
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

/// The domain of SHAKE, and TurboSHAKE's default.
pub const DOMAIN: u8 = constructions::sponge::STANDARD;
/// Number of bytes that SHAKE128 and TurboSHAKE128 absorb or output per permutation.
pub const RATE_128: usize = constructions::shake128::RATE;
/// Number of bytes that SHAKE256 and TurboSHAKE256 absorb or output per permutation.
pub const RATE_256: usize = constructions::shake256::RATE;

/// Fills `out` with the beginning of SHAKE128's output for a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake128(out: &mut [u8], message: &[u8]) -> Result<()> {
    constructions::shake128::hash(out, &[message])
}

/// Starts incremental hashing with SHAKE128.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake128_init() -> Result<Hasher<RATE_128>> {
    constructions::shake128::hasher()
}

/// Fills `out` with the beginning of TurboSHAKE128's output for a message. The domain, a number
/// from 1 to 0x7f, selects an independent function.
///
/// # Errors
/// [`crate::Error::Parameter`] if the domain is out of range, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn turboshake128(out: &mut [u8], message: &[u8], domain: u8) -> Result<()> {
    constructions::turboshake128::hash(domain, out, &[message])
}

/// Starts incremental hashing with TurboSHAKE128.
///
/// # Errors
/// The errors of [`turboshake128`].
pub fn turboshake128_init(domain: u8) -> Result<Hasher<RATE_128>> {
    constructions::turboshake128::hasher(domain)
}

/// Fills `out` with the beginning of SHAKE256's output for a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake256(out: &mut [u8], message: &[u8]) -> Result<()> {
    constructions::shake256::hash(out, &[message])
}

/// Starts incremental hashing with SHAKE256.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn shake256_init() -> Result<Hasher<RATE_256>> {
    constructions::shake256::hasher()
}

/// Fills `out` with the beginning of TurboSHAKE256's output for a message. The domain, a number
/// from 1 to 0x7f, selects an independent function.
///
/// # Errors
/// [`crate::Error::Parameter`] if the domain is out of range, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn turboshake256(out: &mut [u8], message: &[u8], domain: u8) -> Result<()> {
    constructions::turboshake256::hash(domain, out, &[message])
}

/// Starts incremental hashing with TurboSHAKE256.
///
/// # Errors
/// The errors of [`turboshake256`].
pub fn turboshake256_init(domain: u8) -> Result<Hasher<RATE_256>> {
    constructions::turboshake256::hasher(domain)
}
