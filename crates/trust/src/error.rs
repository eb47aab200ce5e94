//! The one error type of the crate.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::refusal::Refusal;

/// What can go wrong beyond what a [`Report`](crate::Report) says.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// An argument is not what it should be.
    Argument {
        /// The argument as the documentation names it.
        argument: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// A primitive has no candidate that passes its self-test, or there is no memory for a result.
    Primitive(quicksalt::Error),
    /// The certificate of this subject is trusted for some purposes alone, which DER does not say.
    Purposes(String),
    /// A chain of certificates is not accepted.
    Rejected(Box<Refusal>),
    /// Bytes are no revocation list, or one that is not followed; the text says why.
    RevocationList(&'static str),
    /// The processor lacks what an algorithm needs; the text names both.
    Unsupported(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument { argument, expected } => write!(f, "{argument} must be {expected}"),
            Self::Primitive(error) => error.fmt(f),
            Self::Purposes(subject) => {
                write!(f, "{subject} is trusted for some purposes alone, which DER does not say")
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
