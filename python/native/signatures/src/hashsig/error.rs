//! Maps the errors of `quicksalt_hashsig` to exceptions.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quicksalt_hashsig::Error;

use quicksalt_binding::error::{Kind, raise, raise_class};

/// The classes of `quicksalt.hashsig.exceptions` that native code raises.
#[derive(Clone, Copy)]
pub(crate) enum Own {
    Exhausted,
    Recovery,
    Rollback,
    State,
    UnsafeCompat,
}

const OWN: usize = 5;

/// Returns an exception of the class `kind` with a message.
#[cold]
pub(crate) fn raise_own(py: Python<'_>, kind: Own, text: impl Into<String>) -> PyErr {
    static CLASSES: [PyOnceLock<Py<PyType>>; OWN] = [const { PyOnceLock::new() }; OWN];
    let name = match kind {
        Own::Exhausted => "ExhaustedError",
        Own::Recovery => "RecoveryError",
        Own::Rollback => "RollbackError",
        Own::State => "StateError",
        Own::UnsafeCompat => "UnsafeCompatError",
    };
    raise_class(py, &CLASSES[kind as usize], "quicksalt.hashsig.exceptions", name, text.into())
}

/// Returns the exception for an error.
#[cold]
pub(crate) fn map(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Exhausted => return raise_own(py, Own::Exhausted, error.to_string()),
        Error::Malformed { .. }
        | Error::Newer { .. }
        | Error::Parameter { .. }
        | Error::Reserved
        | Error::Text { .. } => Kind::Value,
        Error::Primitive(error) => return quicksalt_binding::error::map(py, error),
        Error::Unrecovered(text) => return raise_own(py, Own::Recovery, *text),
        Error::Unsafe(text) => return raise_own(py, Own::UnsafeCompat, *text),
        Error::Verification => return raise(py, Kind::BadSignature, FORGED),
        _ => Kind::Runtime,
    };
    raise(py, kind, error.to_string())
}

/// PyNaCl's message for an invalid signature.
const FORGED: &str = "Signature was forged or corrupt";

/// Returns whether the signature is valid; other errors become exceptions.
pub(crate) fn verdict(py: Python<'_>, result: Result<(), Error>) -> PyResult<bool> {
    match result {
        Ok(()) => Ok(true),
        Err(Error::Verification) => Ok(false),
        Err(error) => Err(map(py, &error)),
    }
}
