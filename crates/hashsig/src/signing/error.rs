//! Errors of a signing key.

use crate::{error, store};

errors! {
    /// Errors of a signing key.
    #[derive(Debug)]
    Error:

    /// The key was closed.
    Closed = "the key is closed: open it again";
    /// The key's store called the key from inside `reserve` or `watermark`.
    Inside =
        "the key was called from inside its own store: reserve and watermark must not use the \
         key";
    /// The key space belongs to a different key.
    OtherKey = "space must belong to this key, not to another key";
    /// An error of the scheme or its parameters.
    Scheme(error: error::Error) = "{error}";
    /// An error of the key's state store; the text names a remedy.
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

/// The result type of all fallible functions of a signing key.
pub type Result<T> = core::result::Result<T, Error>;
