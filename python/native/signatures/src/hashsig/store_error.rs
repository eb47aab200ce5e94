//! Maps the errors of a key's state to exceptions.

use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use quicksalt_hashsig::Error::Newer;
use quicksalt_hashsig::signing;
use quicksalt_hashsig::store::Error;

use super::error::{Own, raise_own};
use quicksalt_binding::error::{Kind, map, raise};

/// The error code of "file exists", the same on every Unix and on Windows.
const EEXIST: i32 = 17;

/// Returns the exception for an error of a store. An exception of a Python store is returned
/// unchanged.
#[cold]
pub(super) fn map_store(py: Python<'_>, error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::AlreadyExists(_) => PyFileExistsError::new_err((EEXIST, text)),
        Error::Behind { .. } | Error::Copied { .. } | Error::Moved { .. } => {
            raise_own(py, Own::Rollback, text)
        }
        Error::Cost(_)
        | Error::EmptyPassphrase
        | Error::Name(_)
        | Error::NameTaken(_)
        | Error::Range(_)
        | Error::Skip { .. }
        | Error::TooLarge { .. }
        | Error::Unbounded { .. }
        | Error::UnknownName(_) => raise(py, Kind::Value, text),
        Error::Crypto(error) => map(py, &error),
        Error::Exhausted { .. } => raise_own(py, Own::Exhausted, text),
        Error::Io { source, .. } => {
            // `OSError(code, text)` selects its subclass by the code, such as `FileNotFoundError`.
            PyOSError::new_err((source.raw_os_error().unwrap_or_default(), text))
        }
        Error::Other(error) => match error.downcast::<PyErr>() {
            Ok(error) => *error,
            Err(_) => raise_own(py, Own::State, text),
        },
        Error::Unsupported(_) => PyOSError::new_err(text),
        Error::SecretKind { .. } | Error::WrongSecret(_) => raise(py, Kind::InvalidKey, text),
        _ => raise_own(py, Own::State, text),
    }
}

/// Returns the exception for an error of a signing key.
#[cold]
pub(super) fn map_signing(py: Python<'_>, error: signing::Error) -> PyErr {
    match error {
        signing::Error::Scheme(error @ Newer { .. }) => {
            raise_own(py, Own::State, error.to_string())
        }
        signing::Error::OtherKey => raise(py, Kind::Value, error.to_string()),
        signing::Error::Scheme(error) => super::error::map(py, &error),
        signing::Error::State(error) => map_store(py, error),
        error => raise_own(py, Own::State, error.to_string()),
    }
}
