//! The signing key for applications, which reserves indices and builds trees before they are
//! needed.
//!
//! A [`SigningKey`] combines the trees of an HSS key with the [`crate::store`] of its state. Any
//! number of threads may sign with it concurrently.
//!
//! # Timing
//! - A signature uses an index from a durable reservation. When half of a reservation is used, the
//!   key makes the next one. A signature waits for the disk only if this reservation fails or takes
//!   too long.
//! - On each level the next tree is built while the present one signs. The next tree is complete
//!   before half of the present tree is used, unless it was started late, for example because the
//!   key was just opened. When a quarter of the present tree is used, the key starts the tree that
//!   follows the next one.
//!
//! The key's background thread does this work. In programs without threads, [`SigningKey::step`]
//! does it in time slices. Neither is required, because a signature computes whatever is missing.
//! If the next trees are late, each signature computes a small, roughly equal part of them, so that
//! no signature computes a whole tree. With a background thread, signatures compute only the part
//! that the thread would not finish in time, judged by its speed so far.
//!
//! # Lost indices
//! Indices that are reserved but unused are lost when the key is dropped or the process ends. The
//! loss is at most two reservations of [`Options::reservation`] indices each. Opening a key
//! reserves nothing.
//!
//! # Memory
//! On each level the key holds the signing tree and the next tree. On the lowest level it also
//! holds the tree after the next. A tree of height 15 or less is stored completely, in at most 2
//! MiB with hashes of 32 bytes. Only the upper 16 levels of a higher tree are stored, in 4 MiB. In
//! a higher tree the first signature after a start computes 16 (height 20) or 512 (height 25)
//! one-time keys, and each later signature computes one or two.
//!
//! # Fork
//! In a forked child all calls fail with [`crate::store::Error::Forked`], because the parent may
//! use the same indices.
//!
//! ```ignore-windows
//! use quicksalt_hashsig::lms::{Family, Height, Params, Width};
//! use quicksalt_hashsig::signing::{KeyMaterial, NewKey, Options, SigningKey};
//! use quicksalt_hashsig::store::{Opening, Secret};
//! use quicksalt_hashsig::trees::{Levels, SecretKey};
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("quicksalt-signing-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let params = Params { family: Family::Sha256N24, height: Height::H5, width: Width::W8 };
//! let material = KeyMaterial::generate(SecretKey::generate(Levels::new(&[params, params])?)?, None)?;
//! let public = material.public_key();
//!
//! let secret = Secret::Key(&[1; 32]);
//! let path = folder.join("release.key");
//! let key = SigningKey::create(&path, material, &NewKey::new(secret), &Options::default())?;
//! public.verify(b"attack at dawn", &key.sign(b"attack at dawn")?)?;
//! drop(key);
//!
//! let key = SigningKey::open(&path, &Opening::new(secret), &Options::default())?;
//! public.verify(b"attack at dusk", &key.sign(b"attack at dusk")?)?;
//! # drop(key);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```
// May import: `store`, `trees`, `lms`, `pool`, `keyspace`, `error`, `fork`, `message`,
// `reader`, `reserved`.

mod background;
mod delegate;
mod error;
mod inner;
mod kept;
mod key;
mod material;
mod open;
mod options;
mod reserved;
mod schedule;
mod size;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;
mod trees;
mod turn;
mod worker;

pub use error::{Error, Result};
pub use key::{Progress, SigningKey};
pub use material::{Cache, KeyMaterial};
pub use open::NewKey;
pub use options::{AHEAD_MAX, Options};
