//! Names, times, digits and errors as these commands show them.

use core::fmt::Write as _;
use std::ffi::OsStr;

use quicksalt_command::{Failure, printable, shown, utc};
use quicksalt_trust::Error;

/// A name of a file on one line, in which nothing steers a terminal.
pub(super) fn name(name: &(impl AsRef<OsStr> + ?Sized)) -> String {
    printable(&shown(name)).into_owned()
}

/// A time in seconds since 1970 as ISO 8601 has it.
pub(super) fn time(seconds: i64) -> String {
    utc(seconds) + "+00:00"
}

/// Bytes as digits, two each.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// How the command ends where the store gives an error.
pub(super) fn failure(error: &Error) -> Failure {
    match error {
        Error::Argument { .. } => Failure::usage(error.to_string()),
        Error::Rejected(_) => Failure::failed(error.to_string()),
        Error::Unsupported(_) => Failure::cannot_tell(error.to_string()),
        _ => Failure::broken(error.to_string()),
    }
}
