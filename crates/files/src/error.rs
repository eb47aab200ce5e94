//! The one error type of the crate.

use alloc::string::String;
use core::fmt;
use std::io;

/// What can go wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The armour, which makes a text of a file, is malformed; the text says how.
    Armor(&'static str),
    /// The file asks for more memory or time than is allowed; the text names both.
    Cost(String),
    /// The file is of another format than the one that is due; the text names it.
    Foreign(&'static str),
    /// The header of a file is malformed; the text says how.
    Header(&'static str),
    /// The header was altered: its authenticator is not that of the key.
    HeaderAltered,
    /// A key, a recipient or an identity is malformed or of the wrong kind; the text says how, and
    /// holds nothing of it.
    Key(&'static str),
    /// A line of a file of keys is none; the text says how.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        text: &'static str,
    },
    /// None of the identities, or not this passphrase, opens the file.
    NoMatch(&'static str),
    /// A signature is of another key; the text names both.
    OtherKey(String),
    /// The file is altered or cut off.
    Payload,
    /// A primitive has no candidate that passes its self-test, there is no memory, or the work is no
    /// longer wanted.
    Primitive(quicksalt::Error),
    /// The source cannot be read.
    Read(io::Error),
    /// A signature is not genuine.
    Signature,
    /// Several ways to read the file would do; the text says what tells them apart.
    Unsure(&'static str),
    /// The target cannot be written.
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
