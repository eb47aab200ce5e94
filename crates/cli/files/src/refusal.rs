//! What the formats refuse, as a command tells it.

use std::path::Path;

use quicksalt_command::{Failure, shown};
use quicksalt_files::Error;

/// The failure of an error: a usage error for a wrong argument, exit code 4 for a file that is refused, and exit
/// code 1 for one that is not genuine, or not for the key that is there.
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

/// The failure of a file that an argument names where one of another kind is due: a usage error that names it.
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
