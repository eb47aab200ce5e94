//! Random bytes: of the operating system, or drawn out of a seed.

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::chacha20;

secret! {
    /// What [`deterministic`] draws from.
    Seed, 32
}

/// Fills `out` with random bytes of the operating system. There is no state between calls, hence
/// nothing that a forked child could repeat.
///
/// # Errors
/// [`crate::Error::Randomness`] if the operating system gives none.
///
/// ```
/// let mut nonce = [0; 24];
/// quicksalt::nacl::random::fill(&mut nonce)?;
/// assert_ne!(nonce, [0; 24]);
/// # Ok::<(), quicksalt::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn fill(out: &mut [u8]) -> Result<()> {
    getrandom::fill(out).map_err(|_| crate::Error::Randomness)
}

/// Fills `out` with bytes drawn out of a seed: always the same for the same seed, as good as
/// random for who does not know it. The ChaCha20 keystream under the nonce `LibsodiumDRG`, as in
/// libsodium.
///
/// # Errors
/// [`crate::Error::Length`] for more than 2^38 bytes, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
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
