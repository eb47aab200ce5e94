#![doc = include_str!("../README.md")]
//! # How it works Loading is linear: each certificate is decoded once, indexed by offsets, and
//! compared with others only through hash tables with a random key per store. A [`Report`] lists
//! everything that is not loaded, with file, offset and reason.
//!
//! A store does not judge whether a certificate deserves trust: anyone who can write to the loaded
//! files decides that.
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
