//! How a candidate is chosen: on primitives made up for the purpose, and in processes of their own
//! with the environment variables set.
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
