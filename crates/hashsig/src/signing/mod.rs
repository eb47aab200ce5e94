//! The signing key that people use: it reserves before it signs, and prepares before it must.
//!
//! A [`SigningKey`] joins the trees of an HSS key with the [`crate::store`] of its state. Any number
//! of threads may sign with it at once.
//!
//! # What happens when
//! - An index is taken out of a durable reservation, never chosen. When half of a reservation is
//!   used, the next one is taken; a signature waits for the disk only if that fails or lags.
//! - The tree after the present one, on each level, is computed while the present one signs, and
//!   before that has used a half, unless it was begun late, as after a start; a quarter into the
//!   present one the tree after the next is begun.
//!
//! Both are done by a thread of the key's own, or where there is none by [`SigningKey::step`] in
//! slices of time. Neither is needed: a signature that finds something missing does it itself. What
//! of the coming trees lags behind the signatures, these compute, each the same small part of a
//! one-time key more, so that no signature pays for a whole tree, or for much more than another;
//! beside the thread only what it would not have done in time, as far as its work so far tells.
//!
//! # What is lost
//! What is reserved and not used is lost when the key is dropped or the process ends: at most two
//! reservations ([`Options::reservation`] indices each). Opening a key alone reserves nothing.
//!
//! # Memory
//! Of each level, the tree that signs and the next one are kept, and on the lowest the one after
//! that, whole up to height 15 (2 MiB of nodes with hashes of 32 bytes); of a higher tree the upper
//! 16 levels (4 MiB), below which the first signature after a start computes 16 (height 20) or 512
//! (height 25) one-time keys and each later one one or two.
//!
//! # Fork
//! In a forked child the key signs nothing ([`crate::store::Error::Forked`]): its parent may be
//! using the same indices.

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
