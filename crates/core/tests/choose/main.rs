//! How a candidate is chosen: with synthetic primitives, and in separate processes with environment
//! variables set.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod child;
mod environment;
mod fake;
mod force;
#[cfg(unix)]
mod fork;
mod policy;
mod proof;
mod record;
mod record_file;
mod record_given;
mod threads;
