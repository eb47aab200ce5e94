//! `crypto_pwhash`: Argon2id 1.3 (RFC 9106), which makes a key out of a passphrase and makes guessing
//! it cost memory and time.
//!
//! ```
//! use quicksalt::nacl::pwhash::{self, Params};
//!
//! // RFC 9106 recommends 64 MiB, 3 passes and 4 lanes; this is an example.
//! let params = Params::new(1024, 3, 4)?;
//! let mut key = [0; 32];
//! pwhash::argon2id(&mut key, b"correct horse battery staple", &[7; 16], params)?;
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::prim::argon2id::{self, Input};

pub use crate::prim::argon2id::Params;

/// Length in bytes of the salt that libsodium takes. Here 8 bytes and more will do.
pub const SALT_LEN: usize = 16;

/// Fills `out` with what the passphrase and the salt are stretched to. Whoever waits may end it early,
/// see `quicksalt::interrupt`.
///
/// # Errors
/// [`crate::Error::Length`] if `out` is shorter than 4 bytes, the salt than 8, or one of them or the
/// passphrase longer than 2^32 - 1; [`crate::Error::OutOfMemory`] if there is less memory than the
/// parameters ask for; [`crate::Error::Interrupted`]; [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn argon2id(out: &mut [u8], passphrase: &[u8], salt: &[u8], params: Params) -> Result<()> {
    argon2id::hash(params, out, &Input { passphrase, salt, secret: &[], data: &[] })
}
