//! `crypto_hash`: SHA-256 and SHA-512 (FIPS 180-4), SHA3-256 and SHA3-512 (FIPS 202).
//!
//! ```
//! let digest = quicksalt::nacl::hash::sha256(b"abc")?;
//! assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
//!
//! let mut hasher = quicksalt::nacl::hash::sha256_init()?;
//! hasher.update(b"a");
//! hasher.update(b"bc");
//! assert_eq!(hasher.digest(), digest);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::constructions;
pub use crate::constructions::sha3_256::Hasher as Sha3_256;
pub use crate::constructions::sha3_512::Hasher as Sha3_512;
use crate::error::Result;
use crate::prim;
pub use crate::prim::sha256::Hasher as Sha256;
pub use crate::prim::sha512::Hasher as Sha512;

/// Length of a SHA-256 digest in bytes.
pub const SHA256_LEN: usize = 32;
/// Length of a SHA-512 digest in bytes.
pub const SHA512_LEN: usize = 64;
/// Length of a SHA3-256 digest in bytes.
pub const SHA3_256_LEN: usize = 32;
/// Length of a SHA3-512 digest in bytes.
pub const SHA3_512_LEN: usize = 64;

/// Returns the SHA-256 digest of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha256(message: &[u8]) -> Result<[u8; SHA256_LEN]> {
    prim::sha256::hash(&[message])
}

/// Returns the SHA-512 digest of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha512(message: &[u8]) -> Result<[u8; SHA512_LEN]> {
    prim::sha512::hash(&[message])
}

/// Starts incremental hashing with SHA-256.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha256_init() -> Result<Sha256> {
    prim::sha256::hasher()
}

/// Starts incremental hashing with SHA-512.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha512_init() -> Result<Sha512> {
    prim::sha512::hasher()
}

/// Returns the SHA3-256 digest of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha3_256(message: &[u8]) -> Result<[u8; SHA3_256_LEN]> {
    constructions::sha3_256::hash(&[message])
}

/// Starts incremental hashing with SHA3-256.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha3_256_init() -> Result<Sha3_256> {
    constructions::sha3_256::hasher()
}

/// Returns the SHA3-512 digest of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha3_512(message: &[u8]) -> Result<[u8; SHA3_512_LEN]> {
    constructions::sha3_512::hash(&[message])
}

/// Starts incremental hashing with SHA3-512.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn sha3_512_init() -> Result<Sha3_512> {
    constructions::sha3_512::hasher()
}
