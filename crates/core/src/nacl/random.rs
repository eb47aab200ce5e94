//! Random bytes from the operating system, and deterministic bytes from a seed.

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::chacha20;

#[cfg(feature = "std")]
pub use crate::entropy::fill;

secret! {
    /// The seed of [`deterministic`].
    Seed, 32
}

/// Fills `out` with bytes determined by a seed, which are indistinguishable from random bytes
/// without the seed. The ChaCha20 keystream with the nonce `LibsodiumDRG`, as in libsodium.
///
/// # Errors
/// [`crate::Error::Length`] for more than 2^38 bytes, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
///
/// ```
/// use quicksalt::nacl::random::{self, Seed};
///
/// let (mut once, mut again) = ([0; 8], [0; 8]);
/// random::deterministic(&mut once, &Seed::from([1; 32]))?;
/// random::deterministic(&mut again, &Seed::from([1; 32]))?;
/// assert_eq!(once, again);
/// # Ok::<(), quicksalt::Error>(())
/// ```
pub fn deterministic(out: &mut [u8], seed: &Seed) -> Result<()> {
    chacha20::stream(seed.as_bytes(), b"LibsodiumDRG", 0, out)
}
