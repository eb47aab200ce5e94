//! Maps the library's errors to the exceptions of `quicksalt.exceptions`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quicksalt::Error;

/// The classes of `quicksalt.exceptions` that native code raises.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    BadSignature,
    Crypto,
    InvalidKey,
    Runtime,
    Type,
    Unavailable,
    Value,
}

const KINDS: usize = Kind::Value as usize + 1;

/// The text of PyNaCl for a result that libsodium refuses to give.
const UNEXPECTED: &str = "Unexpected library error";

/// An exception of that class with that text.
#[cold]
pub(crate) fn raise(py: Python<'_>, kind: Kind, text: impl Into<String>) -> PyErr {
    static CLASSES: [PyOnceLock<Py<PyType>>; KINDS] = [const { PyOnceLock::new() }; KINDS];
    let name = match kind {
        Kind::BadSignature => "BadSignatureError",
        Kind::Crypto => "CryptoError",
        Kind::InvalidKey => "InvalidkeyError",
        Kind::Runtime => "RuntimeError",
        Kind::Type => "TypeError",
        Kind::Unavailable => "UnavailableError",
        Kind::Value => "ValueError",
    };
    match CLASSES[kind as usize].import(py, "quicksalt.exceptions", name) {
        Ok(class) => PyErr::from_type(class.clone(), (text.into(),)),
        Err(error) => error,
    }
}

/// The exception for an error of the library where PyNaCl has no text of its own.
#[cold]
pub(crate) fn map(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Verification => Kind::Crypto,
        Error::WeakPublicKey => return raise(py, Kind::Runtime, UNEXPECTED),
        Error::Barred { .. } | Error::UnknownPolicy => Kind::Unavailable,
        Error::KeyMismatch | Error::Length { .. } | Error::Unusable(_) => Kind::Value,
        Error::Record(_) => return pyo3::exceptions::PyOSError::new_err(error.to_string()),
        _ => Kind::Runtime,
    };
    raise(py, kind, error.to_string())
}

/// The exception for a box that does not open: `text` for a forgery, whatever gave it away.
#[cold]
pub(crate) fn unopened(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    match error {
        Error::Verification | Error::WeakPublicKey => raise(py, Kind::Crypto, text),
        _ => map(py, error),
    }
}
