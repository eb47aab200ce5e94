#![doc = include_str!("../README.md")]
//! # How it works Files are read and written piece by piece, in constant memory. If source and
//! target are regular files and the source is large, one thread per processor does the work, at
//! most four threads. Otherwise, the calling thread does the work and can be interrupted in the
//! middle of a read; see [`quicksalt::interrupt`].
//!
//! Decryption writes its output piece by piece, so output may already exist when an altered or
//! truncated file is detected. Callers must then discard this output, as the quicksalt commands do.
#![forbid(unsafe_code)]

extern crate alloc;

pub mod age;
mod base64;
mod error;
mod foreign;
mod input;
pub mod minisign;
pub mod openssl;
mod piece;
mod pipeline;
mod stretch;

pub use error::{Error, Result};
