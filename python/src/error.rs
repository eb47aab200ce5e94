//! Maps the library's errors to the exceptions of `quicksalt.exceptions`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quicksalt::Error;

/// The classes of `quicksalt.exceptions` that native code raises.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Crypto,
    Runtime,
    Value,
}

const KINDS: usize = 3;

/// An exception of that class with that text.
pub(crate) fn raise(py: Python<'_>, kind: Kind, text: impl Into<String>) -> PyErr {
    static CLASSES: [PyOnceLock<Py<PyType>>; KINDS] = [const { PyOnceLock::new() }; KINDS];
    let name = match kind {
        Kind::Crypto => "CryptoError",
        Kind::Runtime => "RuntimeError",
        Kind::Value => "ValueError",
    };
    match CLASSES[kind as usize].import(py, "quicksalt.exceptions", name) {
        Ok(class) => PyErr::from_type(class.clone(), (text.into(),)),
        Err(error) => error,
    }
}

/// The exception for an error of the library that has no text of PyNaCl's.
pub(crate) fn map(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Verification => Kind::Crypto,
        Error::KeyMismatch | Error::Length { .. } | Error::Unusable(_) => Kind::Value,
        Error::Record(_) => return pyo3::exceptions::PyOSError::new_err(error.to_string()),
        _ => Kind::Runtime,
    };
    raise(py, kind, error.to_string())
}
