//! Random bytes from the operating system.

use crate::error::{Error, Result};

/// Fills `out` with random bytes from the operating system. The function is stateless, so a forked
/// child cannot repeat its parent's output.
///
/// # Errors
/// [`crate::Error::Randomness`] if the operating system returns none.
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
