//! The outcomes of a command: success, verdict or failure.

use core::fmt;
use std::io;
use std::path::Path;

use quicksalt::Error;

use crate::json::Json;
use crate::letters::shown;
use crate::os;

/// Exit codes.
pub mod exit {
    /// The command succeeded.
    pub const OK: u8 = 0;
    /// The verdict failed: for example, a signature is not genuine.
    pub const FAILED: u8 = 1;
    /// The arguments are wrong.
    pub const USAGE: u8 = 2;
    /// An external tool or a component is missing.
    pub const MISSING: u8 = 3;
    /// A file or a store cannot be used.
    pub const BROKEN: u8 = 4;
    /// There is not enough data for a verdict.
    pub const CANNOT_TELL: u8 = 5;
    /// An interrupt ended the command: 128 + SIGINT.
    pub const INTERRUPTED: u8 = 130;
    /// The reader closed the output: 128 + SIGPIPE.
    pub const CLOSED: u8 = 141;
}

/// The result of a command.
#[derive(Debug)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// The value that `--json` writes.
    pub json: Json,
}

impl Outcome {
    /// The command succeeded.
    #[must_use]
    pub fn ok(json: Json) -> Self {
        Self { code: exit::OK, json }
    }

    /// The command succeeded, or its verdict failed.
    #[must_use]
    pub fn verdict(is_ok: bool, json: Json) -> Self {
        Self { code: if is_ok { exit::OK } else { exit::FAILED }, json }
    }
}

/// A failure: its exit code, and one sentence that gives the reason.
#[derive(Debug, Eq, PartialEq)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The sentence that gives the reason; an empty sentence is not shown.
    pub text: String,
}

impl Failure {
    fn new(code: u8, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// The arguments are wrong; the program shows the usage line above the sentence.
    #[must_use]
    pub fn usage(text: impl Into<String>) -> Self {
        Self::new(exit::USAGE, text)
    }

    /// The input is not genuine, or does not match the key.
    #[must_use]
    pub fn failed(text: impl Into<String>) -> Self {
        Self::new(exit::FAILED, text)
    }

    /// An external tool or a component is missing.
    #[must_use]
    pub fn missing(text: impl Into<String>) -> Self {
        Self::new(exit::MISSING, text)
    }

    /// A file or a store cannot be used.
    #[must_use]
    pub fn broken(text: impl Into<String>) -> Self {
        Self::new(exit::BROKEN, text)
    }

    /// There is not enough data for a verdict.
    #[must_use]
    pub fn cannot_tell(text: impl Into<String>) -> Self {
        Self::new(exit::CANNOT_TELL, text)
    }

    /// The user interrupted the command.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(exit::INTERRUPTED, "")
    }

    /// The operating system refused access to a file.
    #[must_use]
    pub fn of_file(path: &Path, error: &io::Error) -> Self {
        Self::broken(format!("cannot use {}: {}", shown(path), reason(error)))
    }

    /// Converts a stream error to a failure. The error may contain another failure, or report an
    /// interrupt, a closed pipe, or an error of the operating system.
    #[must_use]
    pub fn of_stream(error: io::Error) -> Self {
        if os::is_interrupted() {
            return Self::interrupted();
        }
        match error.downcast::<Self>() {
            Ok(failure) => failure,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Self::of_output(&error),
            Err(error) => Self::broken(reason(&error)),
        }
    }

    /// Converts a library error: a wrong argument is a usage error; failed authentication has exit
    /// code 1.
    #[must_use]
    pub fn of_library(error: &Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Interrupted => Self::interrupted(),
            Error::Verification => Self::failed(text),
            Error::Barred { .. }
            | Error::InvalidPoint { .. }
            | Error::KeyFile(_)
            | Error::KeyMismatch
            | Error::Length { .. }
            | Error::Malformed { .. }
            | Error::NeutralElement
            | Error::Parameter { .. }
            | Error::UnknownPolicy
            | Error::Unusable(_) => Self::usage(text),
            _ => Self::broken(text),
        }
    }

    /// The operating system refused to write the output; the reader may have closed it.
    #[must_use]
    pub fn of_output(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::new(exit::CLOSED, "");
        }
        Self::broken(format!("cannot write the output: {}", reason(error)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for Failure {}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        Self::other(failure)
    }
}

/// Returns the operating system's text for an error, without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => String::from(&text[..end]),
        None => text,
    }
}
