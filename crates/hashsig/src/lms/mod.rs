//! LMS and HSS, the Leighton-Micali signatures (RFC 8554), with all parameter sets of SP 800-208
//! for SHA-256 and SHAKE256.
//!
//! An LMS key is a tree of 32 to 33,554,432 one-time keys. HSS stacks up to eight levels of such
//! trees: each tree signs the public keys of the trees below it, so creating a key with very many
//! signatures requires computing only one tree per level.
//!
//! The state layer tracks the used one-time keys: signing consumes a [`crate::ReservedIndex`].
//!
//! ```
//! use quicksalt_hashsig::lms::{Family, Height, Params, Width, hss};
//! use quicksalt_hashsig::store::Reservation;
//! use quicksalt_hashsig::trees::{Levels, SecretKey, Signer};
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! let params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W8 };
//! let mut signer = Signer::generate(SecretKey::generate(Levels::new(&[params])?)?)?;
//! // Without a store: only safe because the key never leaves this example.
//! let mut reserved = Reservation::assume_reserved(0..1);
//! let index = reserved.take()?.ok_or("the reservation is empty")?;
//! let signature = signer.sign(index, b"attack at dawn")?;
//! let public = hss::PublicKey::from_bytes(&signer.public_key().to_bytes())?;
//! public.verify(b"attack at dawn", &signature)?;
//! # Ok(())
//! # }
//! ```
// May import: `hash`, `error`, `message`, `reader`.

pub mod hss;
pub(crate) mod nodes;
pub(crate) mod ots;
mod params;
mod public;
mod signature;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod verify;

pub use crate::hash::Family;
pub use params::{Height, ID_LEN, N_MAX, Params, Width};
pub use public::PublicKey;
