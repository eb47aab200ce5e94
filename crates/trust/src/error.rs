//! The error type of the crate.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::refusal::Refusal;

/// An error that a [`Report`](crate::Report) does not cover.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// An argument is invalid.
    Argument {
        /// The argument's name in the documentation.
        argument: &'static str,
        /// The expected value.
        expected: &'static str,
    },
    /// A primitive has no candidate that passes its self-test, or memory is exhausted.
    Primitive(quicksalt::Error),
    /// The certificate with this subject is trusted only for some purposes. DER cannot express
    /// this.
    Purposes(String),
    /// A chain of certificates is not accepted.
    Rejected(Box<Refusal>),
    /// The bytes are not a revocation list, or are a list of an unsupported type; the text gives
    /// the reason.
    RevocationList(&'static str),
    /// The processor lacks instructions that an algorithm needs; the text names both.
    Unsupported(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument { argument, expected } => write!(f, "{argument} must be {expected}"),
            Self::Primitive(error) => error.fmt(f),
            Self::Purposes(subject) => {
                write!(f, "{subject} is trusted only for some purposes, which DER cannot express")
            }
            Self::Rejected(refusal) => refusal.fmt(f),
            Self::RevocationList(text) | Self::Unsupported(text) => f.write_str(text),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Primitive(error) => Some(error),
            _ => None,
        }
    }
}

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;
