#![doc = include_str!("../README.md")]
//! # State
//! These signatures are as strong as the underlying hash function, also against quantum computers.
//! In exchange, the stateful schemes need a one-time key for each signature, and signing twice with
//! one of them lets anyone forge signatures. Signing therefore consumes a [`ReservedIndex`], which
//! only a [`store`] hands out; [`keyspace`] divides the indices of a key among names.
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
