//! `crypto_kem`: post-quantum key encapsulation. The holder of a public key creates a shared secret
//! and a ciphertext; the owner of the secret key recovers the shared secret from the ciphertext.
//! Key encapsulation does not authenticate either party.
//!
//! [`xwing`] combines ML-KEM-768 with X25519, so the secret is safe while either is unbroken: use
//! it unless a protocol requires plain [`mlkem768`].
//!
//! ```
//! use quicksalt::nacl::kem::xwing::{self, SecretKey};
//!
//! let secret_key = SecretKey::generate()?;
//! let (ciphertext, there) = xwing::encapsulate(&secret_key.public_key()?)?;
//! let here = xwing::decapsulate(&ciphertext, &secret_key)?;
//! assert_eq!(here, there);
//! # Ok::<(), quicksalt::Error>(())
//! ```

pub mod mlkem768;
pub mod xwing;
