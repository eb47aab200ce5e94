//! The record: which candidate won on which machine, kept as plain text.
//!
//! ```text
//! quicksalt-record 2
//! begin x86_64-AuthenticAMD-26-2-1-001fffff 0.1.0-0123456789abcdef-1.95.0
//! sha256.hash 0 shani quiet,busy graviola=1.199,1.187 portable=4.427,- shani=1,1
//! sha256.hash 128 graviola
//! end 2
//! ```
//!
//! One file holds entries for many pairs of processor identity and build id. A row names an
//! operation, the smallest size of a size class and a candidate, which `quicksalt tune` has chosen.
//! After it may follow what the choice was made of: the epochs, each on the `quiet` machine or beside
//! processes that kept it `busy`, and for each candidate its time over that of the best candidate
//! of each epoch, `-` where it was not measured. The library follows the choice and keeps the
//! figures. An entry counts only when all its rows are of this form and its `end` line gives their
//! number. A missing, foreign, corrupt or unreadable record means the static rank; it is never an error
//! of the user's call. So does one that belongs to somebody else than the user or root, that others may
//! write to, or that has more than 16 entries, 1024 rows in one of them or 1 MiB. Above
//! 1 MiB entries lose their epochs, the oldest first; the choices of 16 machines fit. Above 16 entries
//! `save` drops an entry that a newer build on the same processor has replaced, or else the oldest. A
//! record of format 1, which knew no epochs, does not count. A process reads the file once. A process
//! with more rights than its user, such as a setuid program, does not read it.
//!
//! The text may also be [given](give) in memory, whoever keeps it; then the file is not followed.

#[cfg(feature = "std")]
mod file;
mod given;
mod text;

use alloc::string::String;

use crate::choose::operation::CLASSES;

/// Crate version, hash of the sources and the features, and compiler version: a record holds for one build.
pub const BUILD_ID: &str = env!("QUICKSALT_BUILD_ID");

/// The most entries of a record, each of a processor and a build: some versions on some machines that
/// share a home folder. `save` keeps the newest.
const MAX_ENTRIES: usize = 16;

/// The most rows of an entry; all operations together have far fewer size classes.
const MAX_ROWS: usize = 1024;

/// A row: what was chosen for a size class, and why.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// Such as `sha256.hash`.
    pub operation: String,
    /// The smallest size of the size class.
    pub size: usize,
    /// The candidate's name.
    pub candidate: String,
    /// The epochs that it was chosen after, as the text of a row tells them; empty if none are kept.
    pub epochs: String,
}

/// A record larger than this is not one of ours: `save` stays below. All choices of one machine with
/// four epochs take 58 KiB, so that 16 machines have room. The first call of a process waits for the
/// reading: 0.6 ms for one machine, 9 ms for 16 on an AMD EPYC.
const MAX_BYTES: u64 = 1 << 20;

/// What the file says of an operation: a candidate's name for each size class.
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

pub use given::{give, text, withdraw};

#[cfg(feature = "std")]
pub use file::{Lost, Saved, ignored, in_force, owners, path, save};
