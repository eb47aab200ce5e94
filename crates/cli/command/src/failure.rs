//! How a command ends.

use core::fmt;
use std::io;
use std::path::Path;

use quicksalt::Error;

use crate::json::Json;
use crate::letters::shown;
use crate::os;

/// Exit codes.
pub mod exit {
    /// All is well.
    pub const OK: u8 = 0;
    /// A verdict failed: something is not genuine.
    pub const FAILED: u8 = 1;
    /// The words are wrong.
    pub const USAGE: u8 = 2;
    /// An outside tool or a part is missing.
    pub const MISSING: u8 = 3;
    /// A file or a store refuses.
    pub const BROKEN: u8 = 4;
    /// There is not enough to tell.
    pub const CANNOT_TELL: u8 = 5;
    /// An interrupt ended the command: 128 and the number of SIGINT.
    pub const INTERRUPTED: u8 = 130;
    /// Nobody reads the output: 128 and the number of SIGPIPE.
    pub const CLOSED: u8 = 141;
}

/// What a command came to.
#[derive(Debug)]
pub struct Outcome {
    /// The exit code.
    pub code: u8,
    /// What `--json` writes.
    pub json: Json,
}

impl Outcome {
    /// All is well.
    #[must_use]
    pub fn ok(json: Json) -> Self {
        Self { code: exit::OK, json }
    }

    /// All is well, or the verdict failed.
    #[must_use]
    pub fn verdict(is_ok: bool, json: Json) -> Self {
        Self { code: if is_ok { exit::OK } else { exit::FAILED }, json }
    }
}

/// Why a command failed: one sentence and the exit code.
#[derive(Debug, Eq, PartialEq)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The sentence; one that is empty is not shown.
    pub text: String,
}

impl Failure {
    fn new(code: u8, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// The words are wrong; how the command is used is shown above the sentence.
    #[must_use]
    pub fn usage(text: impl Into<String>) -> Self {
        Self::new(exit::USAGE, text)
    }

    /// Something is not genuine, or not for the key that is there.
    #[must_use]
    pub fn failed(text: impl Into<String>) -> Self {
        Self::new(exit::FAILED, text)
    }

    /// An outside tool or a part is missing.
    #[must_use]
    pub fn missing(text: impl Into<String>) -> Self {
        Self::new(exit::MISSING, text)
    }

    /// A file or a store refuses.
    #[must_use]
    pub fn broken(text: impl Into<String>) -> Self {
        Self::new(exit::BROKEN, text)
    }

    /// There is not enough to tell.
    #[must_use]
    pub fn cannot_tell(text: impl Into<String>) -> Self {
        Self::new(exit::CANNOT_TELL, text)
    }

    /// The user interrupted the command.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::new(exit::INTERRUPTED, "")
    }

    /// The operating system refused a file.
    #[must_use]
    pub fn of_file(path: &Path, error: &io::Error) -> Self {
        Self::broken(format!("cannot use {}: {}", shown(path), reason(error)))
    }

    /// Why work on streams failed: of a failure that came through them, of an interrupt, of a pipe that nobody
    /// reads, or of what the operating system says.
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

    /// The library refused or failed: a usage error for a wrong argument, exit code 1 for what is not genuine.
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

    /// The operating system refused what the command writes; nobody may read it any more.
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

/// What the operating system says of an error, without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => String::from(&text[..end]),
        None => text,
    }
}
