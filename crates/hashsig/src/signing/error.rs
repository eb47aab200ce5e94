//! What can go wrong with a signing key.

use crate::{error, store};

errors! {
    /// What can go wrong with a signing key.
    #[derive(Debug)]
    Error:

    /// The key was closed.
    Closed = "the key is closed: open it again";
    /// A store has called the key that waits for it.
    Inside =
        "the key was called from inside its own store: reserve and watermark must not use the \
         key";
    /// A space of another key.
    OtherKey = "space must belong to this key, not to another key";
    /// The scheme or its parameters.
    Scheme(error: error::Error) = "{error}";
    /// The state of the key; the text says what to do.
    State(error: store::Error) = "{error}";
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
