//! NaCl's constructions under their NaCl names, built on the proven primitives.
//!
//! Keys are distinct types that wipe themselves; nonces, tags and signatures are arrays, so a wrong
//! length does not compile. Messages are passed as slices and returned either as a new `Vec` or, by
//! functions named `.._into`, in the caller's buffer. Every failed authentication is
//! [`crate::Error::Verification`], whatever the reason.
//!
//! ```
//! use quicksalt::nacl::boxes::{SecretKey, SharedKey};
//!
//! let (alice, bob) = (SecretKey::generate()?, SecretKey::generate()?);
//! let shared = SharedKey::new(&bob.public_key()?, &alice)?;
//! let mut boxed = vec![0; 5 + 16];
//! shared.seal_into(&mut boxed, b"hello", &[1; 24])?;
//! assert_eq!(shared.open(&boxed, &[1; 24])?, b"hello");
//! boxed[20] ^= 1;
//! assert_eq!(shared.open(&boxed, &[1; 24]), Err(quicksalt::Error::Verification));
//! # Ok::<(), quicksalt::Error>(())
//! ```
//!
//! Without the feature `std` random generation is not available; the caller provides keys and
//! nonces.
// May import: `constructions`, `choose`, `prim`, `entropy`, `error`, `interrupt`, `memory`,
// `wipe`.

pub mod aead;
#[cfg(feature = "aes")]
pub mod aes;
pub mod auth;
pub mod boxes;
pub mod bytes;
pub mod cores;
#[cfg(feature = "scrypt")]
mod crypt64;
#[cfg(feature = "groups")]
pub mod edwards25519;
#[cfg(feature = "groups")]
mod expand;
pub mod generichash;
pub mod hash;
pub mod hkdf;
#[cfg(feature = "ipcrypt")]
pub mod ipcrypt;
pub mod kdf;
#[cfg(feature = "kem")]
pub mod kem;
mod key;
pub mod kx;
mod modular;
pub mod onetimeauth;
pub mod pbkdf2;
pub mod pwhash;
pub mod random;
#[cfg(feature = "groups")]
pub mod ristretto255;
#[cfg(feature = "groups")]
mod scalar;
pub mod scalarmult;
#[cfg(feature = "scrypt")]
pub mod scrypt;
pub mod sealedbox;
pub mod secretbox;
pub mod secretstream;
mod share;
pub mod shorthash;
pub mod sign;
#[cfg(feature = "signature")]
mod sign_traits;
pub mod stream;
pub mod xof;
