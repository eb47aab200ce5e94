//! CoinZdense's layer zero, byte-compatible with the Python package coinzdense 0.1.2.
//!
//! Layer zero is a legacy format. One-time keys sign, and signing consumes the key. The
//! disaster-recovery keys of the Hive chain are one-time keys; they are sound if no other key of
//! the same secret uses indices in [`OneTimeSigningKey::footprint`]. Level keys verify and recover
//! but refuse to sign: neighbouring one-time keys of a level share almost half of their secrets, so
//! a few signatures let anyone forge others.
//!
//! Every verification uses a public key that the caller trusts, except the `validate_` functions of
//! [`LevelSignature`], which preserve the original's semantics.
//!
//! ```
//! use quicksalt_hashsig::czd0::{Contexts, OneTimeSigningKey, OneTimeValidator, Params, key_from_creds};
//!
//! let params = Params::new(20, 4)?;
//! let key = key_from_creds("account", "role", "password")?;
//! let key = OneTimeSigningKey::new(params, &[7; 20], key, 1000, Contexts::Linux)?;
//! let validator = OneTimeValidator::new(params, &[7; 20], &key.public_key()?)?;
//! let signature = key.sign_data(b"attack at dawn")?;
//! validator.validate_data(b"attack at dawn", &signature)?;
//! # Ok::<(), quicksalt_hashsig::Error>(())
//! ```
// May import: `hash`, `error`, `reader`.

mod base58;
mod creds;
mod digits;
mod kdf;
mod level;
mod level_signature;
mod onetime;
mod params;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
mod validator;
pub mod wif;

pub use creds::key_from_creds;
pub use kdf::{Contexts, KEY_LEN, Key};
pub use level::{Layout, LevelKey};
pub use level_signature::{LevelSignature, LevelValidation};
pub use onetime::{ChainStarts, OneTimeSigningKey, public_keys};
pub use params::{LevelParams, Params};
pub use validator::OneTimeValidator;
