#![doc = include_str!("../README.md")]
//! # How it works
//! Files are read and written piece by piece, in constant memory. Two large regular files are
//! processed by one thread per processor, at most four; any other source by the calling thread,
//! which can be interrupted in the middle of a read; see [`quicksalt::interrupt`].
//!
//! Decryption writes its output as it goes, so output may exist when an altered or truncated file
//! is detected: callers must then discard it, as the quicksalt commands do.
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
