//! The record: which candidate won on which machine, kept as plain text.
//!
//! ```text
//! quicksalt-record 1
//! begin x86_64-AuthenticAMD-26-2-1-001fffff 0.1.0-0123456789abcdef-1.95.0
//! sha256.hash 0 shani
//! sha256.hash 128 graviola
//! end 2
//! ```
//!
//! One file holds entries for many pairs of processor identity and build id. A row names an
//! operation, the smallest size of a size class and a candidate. An entry counts only when its
//! `end` line gives the right number of rows. A missing, foreign, corrupt or unreadable record
//! means the static rank; it is never an error of the user's call.

#[cfg(feature = "std")]
mod file;
#[cfg(any(feature = "std", test))]
mod text;

use alloc::string::String;

use crate::choose::operation::CLASSES;

/// Crate version, hash of the sources and compiler version: a record holds for one build.
pub const BUILD_ID: &str = env!("QUICKSALT_BUILD_ID");

/// A row: operation, smallest size of the class, candidate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// Such as `sha256.hash`.
    pub operation: String,
    /// The smallest size of the size class.
    pub size: usize,
    /// The candidate's name.
    pub candidate: String,
}

/// What the record says of an operation: a candidate's name for each size class.
pub(super) fn recorded(operation: &str, bounds: &[usize]) -> [Option<String>; CLASSES] {
    let mut names = [const { None }; CLASSES];
    for row in in_force().iter().flatten().filter(|row| row.operation == operation) {
        if let Some(class) = bounds.iter().position(|&bound| bound == row.size) {
            names[class] = Some(row.candidate.clone());
        }
    }
    names
}

#[cfg(not(feature = "std"))]
fn in_force() -> Option<alloc::vec::Vec<Row>> {
    None
}

#[cfg(feature = "std")]
pub use file::{in_force, path, save};
