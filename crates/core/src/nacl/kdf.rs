//! `crypto_kdf`: derives up to 2^64 subkeys from a key, each identified by a number and by a
//! context, which names the purpose. A subkey is keyed BLAKE2b with the number as salt and the
//! context as personalization.
//!
//! ```
//! use quicksalt::nacl::kdf;
//!
//! let key = kdf::Key::generate()?;
//! let (mut first, mut second) = ([0; 32], [0; 32]);
//! kdf::derive_from_key(&mut first, 1, b"Examples", &key)?;
//! kdf::derive_from_key(&mut second, 2, b"Examples", &key)?;
//! assert_ne!(first, second);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::nacl::key::secret;
use crate::prim::blake2b;
use crate::wipe::without_traces;

/// The shortest subkey in bytes.
pub const BYTES_MIN: usize = 16;
/// The longest subkey in bytes.
pub const BYTES_MAX: usize = 64;
/// Length of a context in bytes.
pub const CONTEXT_LEN: usize = 8;

secret! {
    /// The key that subkeys are derived from.
    Key, 32
}

/// Fills `subkey`, of 16 to 64 bytes, with the subkey for a number and a context.
///
/// # Errors
/// [`Error::Length`] if `subkey` has the wrong length, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn derive_from_key(
    subkey: &mut [u8],
    id: u64,
    context: &[u8; CONTEXT_LEN],
    key: &Key,
) -> Result<()> {
    if !(BYTES_MIN..=BYTES_MAX).contains(&subkey.len()) {
        let actual = subkey.len();
        return Err(Error::length("subkey", "16 to 64", actual));
    }
    let (mut salt, mut personal) = ([0; blake2b::SALT_LEN], [0; blake2b::PERSONAL_LEN]);
    salt[..8].copy_from_slice(&id.to_le_bytes());
    personal[..CONTEXT_LEN].copy_from_slice(context);
    without_traces(|| blake2b::hash(key.as_bytes(), &salt, &personal, subkey, &[]))
}
