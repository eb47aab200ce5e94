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
//! means the static rank; it is never an error of the user's call. So does one that belongs to
//! somebody else than the user or root, that others may write to, or that has more than 16 entries,
//! 1024 rows in one of them or 64 KiB. A process reads the file once, and not at all if it has
//! rights that whoever set its environment variables may not have, such as a setuid program.

#[cfg(feature = "std")]
mod file;
#[cfg(any(feature = "std", test))]
mod text;

use alloc::string::String;

use crate::choose::operation::CLASSES;

/// Crate version, hash of the sources and compiler version: a record holds for one build.
pub const BUILD_ID: &str = env!("QUICKSALT_BUILD_ID");

/// The most entries of a record. [`save`] keeps the newest.
#[cfg(any(feature = "std", test))]
const MOST_ENTRIES: usize = 16;

/// The most rows of an entry; all operations together have far fewer size classes.
#[cfg(any(feature = "std", test))]
const MOST_ROWS: usize = 1024;

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
#[cfg(feature = "std")]
pub(super) fn recorded(operation: &str, bounds: &[usize]) -> [Option<String>; CLASSES] {
    let mut names = [const { None }; CLASSES];
    file::look_at(|rows| {
        for row in rows.iter().filter(|row| row.operation == operation) {
            if let Some(class) = bounds.iter().position(|&bound| bound == row.size) {
                names[class] = Some(row.candidate.clone());
            }
        }
    });
    names
}

/// Nothing: there is no file to read.
#[cfg(not(feature = "std"))]
pub(super) fn recorded(_: &str, _: &[usize]) -> [Option<String>; CLASSES] {
    [const { None }; CLASSES]
}

#[cfg(feature = "std")]
pub use file::{ignored, in_force, path, save};
