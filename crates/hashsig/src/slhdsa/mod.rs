//! SLH-DSA (FIPS 205): signatures without state, for where no counter can be kept.
//!
//! A key signs any number of messages with nothing to remember, at the price of signatures of 8 to
//! 50 KB that take milliseconds to seconds to make. The parameter sets are data: one code signs for
//! all twelve. It works on whole rows of nodes and on the chains of many one-time keys together, so
//! that SHA-256 is taken of many messages at once. Only pure signatures are made, of messages and
//! not of digests.
//!
//! SK.seed and SK.prf are secret, and so is every value of a chain or a FORS tree that no signature
//! shows. What is signed is not: the randomizer is part of the signature, and the trees and leaves
//! that sign follow from it.
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
