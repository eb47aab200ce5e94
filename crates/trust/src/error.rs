//! The one error type of the crate.

use core::fmt;

/// What can go wrong beyond what a [`Report`](crate::Report) says.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A primitive has no candidate that passes its self-test.
    Primitive(quicksalt::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Primitive(error) => Some(error),
        }
    }
}

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;
