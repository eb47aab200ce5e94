//! SLH-DSA (FIPS 205): stateless signatures, for environments that cannot store a counter.
//!
//! A key signs any number of messages without recording anything, at the cost of signatures of 8 to
//! 50 KB that take milliseconds to seconds to make. The parameter sets are data: the same code
//! signs for all twelve. The code processes whole rows of nodes, and the chains of many one-time
//! keys together, so that SHA-256 hashes many messages in parallel. Only pure signatures are
//! supported, over messages and not over digests.
//!
//! SK.seed and SK.prf are secret, and so is every value of a chain or a FORS tree that no signature
//! reveals. The signed message is not secret: the randomizer is part of the signature, and it
//! determines the trees and leaves that sign.
//!
//! ```
//! use quicksalt_hashsig::slhdsa::{ParameterSet, PublicKey, SigningKey};
//!
//! let set = ParameterSet::Sha2_128f;
//! let key = SigningKey::generate(set)?;
//! let signature = key.sign(b"attack at dawn", b"orders")?;
//! let public = PublicKey::from_bytes(set, &key.public_key().to_bytes())?;
//! public.verify(b"attack at dawn", b"orders", &signature)?;
//! assert!(public.verify(b"attack at dusk", b"orders", &signature).is_err());
//! # Ok::<(), quicksalt_hashsig::Error>(())
//! ```
// May import: `hash`, `xmss`, `error`.

mod address;
mod fors;
mod hypertree;
mod keys;
mod merkle;
mod message;
mod sets;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
mod tweakable;
mod wots;

pub use keys::{CONTEXT_MAX, PublicKey, SigningKey};
pub use sets::ParameterSet;
