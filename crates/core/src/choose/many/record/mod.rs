//! The record, a text file that names the fastest candidates on each machine.
//!
//! ```text
//! quicksalt-record 2
//! begin x86_64-AuthenticAMD-26-2-1-001fffff 0.1.0-0123456789abcdef-1.95.0
//! sha256.hash 0 shani quiet,busy graviola=1.199,1.187 portable=4.427,- shani=1,1
//! sha256.hash 128 graviola
//! end 2
//! ```
//!
//! A file holds entries for several pairs of processor identity and build id. A row names an
//! operation, the smallest size of a size class and the candidate that `quicksalt tune` has chosen.
//! The epochs, the measurements that the choice is based on, may follow. The first word says for
//! each epoch whether the machine was `quiet` or `busy` with other processes. Each further word
//! lists one candidate's times relative to the best candidate of the epoch, or `-` if it was not
//! measured. The library uses only the choice and preserves the epochs.
//!
//! An entry is valid only if all its rows have this form and its `end` line has their number.
//! Without a valid record the static rank applies; a user's call never fails because of the record.
//! A file is ignored if it is missing, unreadable or malformed, if it belongs to a user other than
//! the current user or root, if other users may write to it, or if it exceeds 16 entries, 1024 rows
//! in an entry, or 1 MiB.
//!
//! To stay below 1 MiB, `save` drops the epochs of the oldest entries first; the choices of 16
//! machines fit. To stay within 16 entries, `save` drops an entry that a newer build on the same
//! processor has replaced, or otherwise the oldest entry. A record of format 1, which lacked
//! epochs, is ignored. A process reads the file once. A process with more privileges than its user,
//! such as a setuid program, does not read it.
//!
//! A record can also be [given](give) in memory; the file is then not used.

#[cfg(feature = "std")]
mod file;
mod given;
mod text;

use alloc::string::String;

use crate::choose::operation::CLASSES;

/// The build id: crate version, hash of sources and features, and compiler version. A record entry
/// is valid only for the build that measured it.
pub const BUILD_ID: &str = env!("QUICKSALT_BUILD_ID");

/// The maximum number of entries in a record, one for each pair of processor and build. It is
/// enough for several versions on several machines with a shared home directory. `save` preserves
/// the newest entries.
const MAX_ENTRIES: usize = 16;

/// The maximum number of rows of an entry; all operations together have far fewer size classes.
const MAX_ROWS: usize = 1024;

/// A row of a record: the choice for a size class of an operation, and its epochs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// The full name, such as `sha256.hash`.
    pub operation: String,
    /// The smallest size of the size class.
    pub size: usize,
    /// The candidate's name.
    pub candidate: String,
    /// The epochs that the choice is based on, in the text form of a row; empty if not stored.
    pub epochs: String,
}

/// The maximum size of a record file in bytes. `save` never writes a larger file. All choices of
/// one machine with four epochs take 58 KiB, so 16 machines fit. The first call of a process waits
/// until the file is read. On an AMD EPYC this takes 0.6 ms for one machine and 9 ms for 16.
const MAX_BYTES: u64 = 1 << 20;

/// The candidate names that the file records for an operation, one for each size class.
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

/// Always returns an empty list, because this build does not read a record file.
#[cfg(not(feature = "std"))]
pub(super) fn recorded(_: &str, _: &[usize]) -> [Option<String>; CLASSES] {
    [const { None }; CLASSES]
}

pub use given::{give, text, withdraw};

#[cfg(feature = "std")]
pub use file::{Lost, Saved, ignored, in_force, owners, path, save};
