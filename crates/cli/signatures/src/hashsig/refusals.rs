//! Converts library errors to failures. A wrong argument is a usage error; an error about a file or
//! a store has exit code 4.

use quicksalt_command::Failure;
use quicksalt_hashsig::{Error, signing, store};

/// Converts an error to a failure.
pub(super) trait Refused {
    fn refused(self) -> Failure;
}

/// Converts the error of a result to a failure.
pub(super) trait OrRefused<T> {
    fn or_refused(self) -> Result<T, Failure>;
}

impl<T, E: Refused> OrRefused<T> for Result<T, E> {
    fn or_refused(self) -> Result<T, Failure> {
        self.map_err(Refused::refused)
    }
}

impl Refused for quicksalt::Error {
    fn refused(self) -> Failure {
        Failure::of_library(&self)
    }
}

impl Refused for Error {
    fn refused(self) -> Failure {
        let text = self.to_string();
        match self {
            Self::Malformed { .. }
            | Self::Newer { .. }
            | Self::Parameter { .. }
            | Self::Reserved
            | Self::Text { .. } => Failure::usage(text),
            Self::Primitive(error) => error.refused(),
            Self::Verification => Failure::failed(text),
            _ => Failure::broken(text),
        }
    }
}

impl Refused for store::Error {
    fn refused(self) -> Failure {
        let text = self.to_string();
        match self {
            Self::Cost(_)
            | Self::EmptyPassphrase
            | Self::Name(_)
            | Self::NameTaken(_)
            | Self::Range(_)
            | Self::Skip { .. }
            | Self::TooLarge { .. }
            | Self::Unbounded { .. }
            | Self::UnknownName(_) => Failure::usage(text),
            Self::Crypto(error) => error.refused(),
            _ => Failure::broken(text),
        }
    }
}

impl Refused for signing::Error {
    fn refused(self) -> Failure {
        let text = self.to_string();
        match self {
            Self::OtherKey => Failure::usage(text),
            // A later release made the key file, so the arguments are not at fault.
            Self::Scheme(Error::Newer { .. }) => Failure::broken(text),
            Self::Scheme(error) => error.refused(),
            Self::State(error) => error.refused(),
            _ => Failure::broken(text),
        }
    }
}
