#![doc = include_str!("../README.md")]
//! # How it works
//! Files are read and written piece by piece, in memory that does not grow with them. Two regular
//! files are worked on by as many threads as there are processors, everything else by the calling
//! thread alone, which can be interrupted in the middle of a read; see [`quicksalt::interrupt`].
//!
//! What was decrypted before a file turned out to be altered or cut off has been written then: who
//! calls must not take it for the file, and the commands of quicksalt throw it away.
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
