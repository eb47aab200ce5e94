//! Maps the library's errors to the exceptions of `quicksalt.exceptions`.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quicksalt::Error;

use crate::interpreter;

/// The classes of `quicksalt.exceptions` that native code raises.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A signature that is not genuine.
    BadSignature,
    /// A message that is not genuine, or a failure of the cryptography.
    Crypto,
    /// A key that does not open its file.
    InvalidKey,
    /// What libsodium refuses, and what has no class of its own.
    Runtime,
    /// An argument of another type.
    Type,
    /// What this build, processor or policy does not offer.
    Unavailable,
    /// An argument that is out of range.
    Value,
}

const KINDS: usize = Kind::Value as usize + 1;

/// The text of PyNaCl for a result that libsodium refuses to give.
pub const UNEXPECTED: &str = "Unexpected library error";

/// An exception of that class with that text.
#[cold]
pub fn raise(py: Python<'_>, kind: Kind, text: impl Into<String>) -> PyErr {
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
    raise_class(py, &CLASSES[kind as usize], "quicksalt.exceptions", name, text.into())
}

/// An exception of a class of the package, which is kept for the interpreter that may have it kept;
/// every interpreter of the process has classes of its own.
#[cold]
pub fn raise_class(
    py: Python<'_>,
    kept: &PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
    text: String,
) -> PyErr {
    let class = if interpreter::may_keep(py) {
        kept.import(py, module, name).cloned()
    } else {
        py.import(module).and_then(|module| Ok(module.getattr(name)?.cast_into()?))
    };
    match class {
        Ok(class) => PyErr::from_type(class, (text,)),
        Err(error) => error,
    }
}

/// The exception for memory that could not be had.
#[cold]
pub fn no_memory() -> PyErr {
    PyMemoryError::new_err(quicksalt::Error::OutOfMemory.to_string())
}

/// The exception for an error of the library where PyNaCl has no text of its own.
#[cold]
pub fn map(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Verification => Kind::Crypto,
        Error::WeakPublicKey => return raise(py, Kind::Runtime, UNEXPECTED),
        Error::Barred { .. } | Error::UnknownPolicy => Kind::Unavailable,
        Error::InvalidPoint { .. }
        | Error::KeyFile(_)
        | Error::KeyMismatch
        | Error::Length { .. }
        | Error::Malformed { .. }
        | Error::NeutralElement
        | Error::Parameter { .. }
        | Error::Unusable(_) => Kind::Value,
        Error::OutOfMemory => return no_memory(),
        Error::Record(_) => return pyo3::exceptions::PyOSError::new_err(error.to_string()),
        _ => Kind::Runtime,
    };
    raise(py, kind, error.to_string())
}

/// The exception for a box that does not open: `text` for a forgery, whatever gave it away.
#[cold]
pub fn unopened(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    match error {
        Error::Verification | Error::WeakPublicKey => raise(py, Kind::Crypto, text),
        _ => map(py, error),
    }
}
