//! Random bytes of the operating system.

use crate::error::{Error, Result};

/// Fills `out` with random bytes of the operating system. It keeps no state between calls, hence
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
pub fn fill(out: &mut [u8]) -> Result<()> {
    getrandom::fill(out).map_err(|_| Error::Randomness)
}
