//! How the command ends after an error of the library: what is wrong with an argument is a usage error, what a
//! file or a store refuses is exit code 4.

use quicksalt_command::Failure;
use quicksalt_hashsig::{Error, signing, store};

/// The failure that an error comes to.
pub(super) trait Refused {
    fn refused(self) -> Failure;
}

/// The result with its error as a failure.
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
            // A key file of a later release, whatever the arguments are.
            Self::Scheme(Error::Newer { .. }) => Failure::broken(text),
            Self::Scheme(error) => error.refused(),
            Self::State(error) => error.refused(),
            _ => Failure::broken(text),
        }
    }
}
