//! `crypto_scalarmult`: X25519, the Diffie-Hellman function of [`crate::nacl::boxes`] (RFC 7748,
//! section 5).
//!
//! The result is not a key yet: hash it together with both public keys, or use [`crate::nacl::kx`].
//!
//! ```
//! use quicksalt::nacl::scalarmult;
//!
//! let (alice, bob) = ([1; 32], [2; 32]);
//! let (from_alice, from_bob) = (scalarmult::base(&alice)?, scalarmult::base(&bob)?);
//! assert_eq!(
//!     scalarmult::scalarmult(&alice, &from_bob)?,
//!     scalarmult::scalarmult(&bob, &from_alice)?
//! );
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::prim::x25519;

/// Length of a scalar and of a point in bytes.
pub const LEN: usize = 32;

/// Multiplies the point `p` by the clamped scalar `n`.
///
/// # Errors
/// [`crate::Error::WeakPublicKey`] if `p` has small order, which would make the product independent
/// of `n`; [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalarmult(n: &[u8; LEN], p: &[u8; LEN]) -> Result<[u8; LEN]> {
    x25519::scalarmult(n, p)
}

/// Multiplies the base point by the clamped scalar `n`. The result is the public key of `n`.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn base(n: &[u8; LEN]) -> Result<[u8; LEN]> {
    x25519::base(n)
}
