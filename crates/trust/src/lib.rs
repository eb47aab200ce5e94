#![doc = include_str!("../README.md")]
//! # How it works
//! Loading is linear: a certificate is decoded once, indexed by offsets, and compared with others
//! through hash tables alone, whose key is drawn for each store. What is not loaded is reported
//! with file, offset and reason; see [`Report`].
//!
//! A store never asks whether a certificate deserves trust: whoever can write to the files that are
//! loaded decides that.
#![forbid(unsafe_code)]

extern crate alloc;

#[macro_use]
mod coded;

mod breach;
mod der;
mod error;
mod files;
mod format;
mod key;
mod limits;
mod pem;
mod refusal;
mod rejection;
mod report;
mod said;
mod store;
mod text;
mod usage;
mod verify;

pub use breach::Breach;
pub use error::{Error, Result};
pub use format::Format;
pub use limits::Limits;
pub use refusal::{Fault, Hint, Place, Refusal};
pub use rejection::Rejection;
pub use report::{Kind, Reason, Report, Skipped};
pub use store::{Added, Certificate, Encoding, Fingerprint, Iter, NamesTooLong, TrustStore};
pub use verify::{Depth, Profile, Purpose, Request, Revocation, RevocationLists, Verified};
