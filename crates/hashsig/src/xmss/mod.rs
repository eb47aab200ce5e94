//! XMSS and XMSS^MT (RFC 8391) with the parameter sets of SP 800-208: verification.
//!
//! This module neither generates keys nor signs; new keys use [`crate::lms`].
//!
//! ```
//! use quicksalt_hashsig::xmss::{PublicKey, Variant};
//!
//! // XMSS-SHA2_10_256, its root and its seed.
//! let bytes = [&1_u32.to_be_bytes()[..], &[0; 64]].concat();
//! let public = PublicKey::from_bytes(Variant::Xmss, &bytes)?;
//! assert_eq!(public.to_bytes(), bytes);
//! assert!(public.verify(b"attack at dawn", b"no signature").is_err());
//! # Ok::<(), quicksalt_hashsig::Error>(())
//! ```
// May import: `hash`, `error`, `reader`.

mod address;
mod params;
mod public;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod tree;
mod tweak;
pub(crate) mod wots;

pub use params::{Params, Variant};
pub use public::PublicKey;
