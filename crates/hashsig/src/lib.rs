#![doc = include_str!("../README.md")]
//! # State
//! A signature of these schemes is as safe as the hash function under it, also against quantum
//! computers. The price of the stateful ones is a one-time key for each signature: whoever uses one
//! twice gives forgeries away. Signing here therefore takes a [`ReservedIndex`], which only a
//! [`store`] hands out, and consumes it; [`keyspace`] divides the indices of a key among names.
#![deny(unsafe_code)]

extern crate alloc;

#[macro_use]
mod errors;
#[macro_use]
mod fields;

pub mod czd0;
mod error;
pub mod fork;
mod hash;
pub mod keyspace;
pub mod lms;
mod message;
pub mod pool;
mod reader;
pub mod recovery;
mod reserved;
pub mod signing;
pub mod slhdsa;
pub mod store;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod testing;
pub mod trees;
pub mod xmss;

pub use error::{Error, Result};
pub use hash::{Family, Hash};
pub use message::{Pieces, Read};
pub use reserved::ReservedIndex;
