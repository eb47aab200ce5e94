//! Formats names, times, digits and errors for these commands.

use core::fmt::Write as _;
use std::ffi::OsStr;

use quicksalt_command::{Failure, printable, shown, utc};
use quicksalt_trust::Error;

/// Returns a file name on one line, without control characters for the terminal.
pub(super) fn name(name: &(impl AsRef<OsStr> + ?Sized)) -> String {
    printable(&shown(name)).into_owned()
}

/// Returns a time in seconds since 1970 in ISO 8601.
pub(super) fn time(seconds: i64) -> String {
    utc(seconds) + "+00:00"
}

/// Returns bytes in hexadecimal.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Converts a store error to a failure.
pub(super) fn failure(error: &Error) -> Failure {
    match error {
        Error::Argument { .. } => Failure::usage(error.to_string()),
        Error::Rejected(_) => Failure::failed(error.to_string()),
        Error::Unsupported(_) => Failure::cannot_tell(error.to_string()),
        _ => Failure::broken(error.to_string()),
    }
}
