//! Converts errors of the file format crate to failures of commands.

use std::path::Path;

use quicksalt_command::{Failure, shown};
use quicksalt_files::Error;

/// Returns the failure for an error: a usage error for a wrong argument, exit code 4 for a
/// malformed or refused file, and exit code 1 for a file that is not genuine or does not match the
/// key.
pub(crate) fn of(error: Error) -> Failure {
    let text = error.to_string();
    match error {
        Error::Read(error) | Error::Write(error) => Failure::of_stream(error),
        Error::Primitive(error) => Failure::of_library(&error),
        Error::HeaderAltered
        | Error::NoMatch(_)
        | Error::OtherKey(_)
        | Error::Payload
        | Error::Signature
        | Error::Unsure(_) => Failure::failed(text),
        Error::Key(_) | Error::Line { .. } => Failure::usage(text),
        _ => Failure::broken(text),
    }
}

/// Returns the failure for a file argument of the wrong kind: a usage error that names the file.
pub(crate) fn of_argument(path: &Path, error: Error) -> Failure {
    match error {
        Error::Armor(_)
        | Error::Cost(_)
        | Error::Foreign(_)
        | Error::Header(_)
        | Error::Key(_)
        | Error::Line { .. } => Failure::usage(format!("{}: {error}", shown(path))),
        error => of(error),
    }
}
