//! What can go wrong with a signing key.

use core::fmt;

use crate::{error, store};

/// What can go wrong with a signing key.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The key was closed.
    Closed,
    /// A store has called the key that waits for it.
    Inside,
    /// A space of another key.
    OtherKey,
    /// The scheme or its parameters.
    Scheme(error::Error),
    /// The state of the key; the text says what to do.
    State(store::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the key is closed: open it again"),
            Self::Inside => f.write_str(
                "the key was called out of its own store, for which it waits: reserve and \
                 watermark must not use it",
            ),
            Self::OtherKey => f.write_str("space must be that of this key: it is of another one"),
            Self::Scheme(error) => error.fmt(f),
            Self::State(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Closed | Self::Inside | Self::OtherKey => None,
            Self::Scheme(error) => error.source(),
            Self::State(error) => error.source(),
        }
    }
}

impl From<error::Error> for Error {
    fn from(error: error::Error) -> Self {
        Self::Scheme(error)
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        Self::State(error)
    }
}

impl From<quicksalt::Error> for Error {
    fn from(error: quicksalt::Error) -> Self {
        Self::Scheme(error.into())
    }
}

/// The result of every fallible call of a signing key.
pub type Result<T> = core::result::Result<T, Error>;
