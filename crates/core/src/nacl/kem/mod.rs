//! `crypto_kem`: key encapsulation, which stays secret from quantum computers. Whoever knows a public
//! key makes a shared secret and a ciphertext; the owner of the secret key makes the same shared secret
//! out of the ciphertext. It authenticates nobody.
//!
//! [`xwing`] joins ML-KEM-768 with X25519, so that the secret holds as long as one of the two does: take
//! it unless a protocol asks for [`mlkem768`] alone.
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
