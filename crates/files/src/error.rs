//! The error type of the crate.

use alloc::string::String;
use core::fmt;
use std::io;

/// The reason why an operation on a file failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The armour is malformed, in the way that the text states.
    Armor(&'static str),
    /// The file requires more memory or time than the limit; the text names both.
    Cost(String),
    /// The file has an unexpected format; the text names it.
    Foreign(&'static str),
    /// The header of a file is malformed, in the way that the text states.
    Header(&'static str),
    /// The header's MAC does not match the file key: the header was altered.
    HeaderAltered,
    /// A key, a recipient or an identity is malformed or of the wrong kind. The text describes the
    /// error without quoting the key.
    Key(&'static str),
    /// A line of a key file is invalid.
    Line {
        /// The line number, from 1.
        number: usize,
        /// The reason.
        text: &'static str,
    },
    /// None of the identities can decrypt the file, or the passphrase is wrong.
    NoMatch(&'static str),
    /// The signature was made with a key other than the given one; the text names both keys.
    OtherKey(String),
    /// The file is altered or truncated.
    Payload,
    /// The cryptographic core failed: no candidate of a primitive passed its self-test, memory was
    /// exhausted, or the work was cancelled.
    Primitive(quicksalt::Error),
    /// Reading the source failed.
    Read(io::Error),
    /// A signature is invalid.
    Signature,
    /// Several interpretations of the file are plausible; the text names the parameter to specify.
    Unsure(&'static str),
    /// Writing the target failed.
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Armor(text)
            | Self::Header(text)
            | Self::Key(text)
            | Self::NoMatch(text)
            | Self::Unsure(text) => f.write_str(text),
            Self::Cost(text) | Self::OtherKey(text) => f.write_str(text),
            Self::Foreign(name) => write!(f, "this is {name}"),
            Self::HeaderAltered => f.write_str("the age header was altered"),
            Self::Line { number, text } => write!(f, "line {number}: {text}"),
            Self::Payload => f.write_str("the file is altered or truncated"),
            Self::Primitive(error) => error.fmt(f),
            Self::Signature => f.write_str("the signature is not genuine"),
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Primitive(error) => Some(error),
            Self::Read(error) | Self::Write(error) => Some(error),
            _ => None,
        }
    }
}

impl From<quicksalt::Error> for Error {
    fn from(error: quicksalt::Error) -> Self {
        Self::Primitive(error)
    }
}

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;
