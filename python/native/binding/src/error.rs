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
    /// An invalid signature.
    BadSignature,
    /// A failed authentication or another cryptographic failure.
    Crypto,
    /// A key or passphrase that does not open its file.
    InvalidKey,
    /// A result that libsodium refuses, and errors without a class of their own.
    Runtime,
    /// An argument of the wrong type.
    Type,
    /// A feature that this build, processor or policy does not offer.
    Unavailable,
    /// An argument out of range.
    Value,
}

const KINDS: usize = Kind::Value as usize + 1;

/// PyNaCl's message for a result that libsodium refuses.
pub const UNEXPECTED: &str = "Unexpected library error";

/// Returns an exception of the class `kind` with a message.
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

/// Returns an exception of a class from the package. The class is cached in `kept` only for the
/// interpreter that may cache it, because each interpreter of the process has its own classes.
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

/// Returns the exception for a failed allocation.
#[cold]
pub fn no_memory() -> PyErr {
    PyMemoryError::new_err(quicksalt::Error::OutOfMemory.to_string())
}

/// Returns the exception for an error of the library, with the library's message.
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

/// Returns the exception for a ciphertext that does not open: `text` for every cause of a forgery.
#[cold]
pub fn unopened(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    match error {
        Error::Verification | Error::WeakPublicKey => raise(py, Kind::Crypto, text),
        _ => map(py, error),
    }
}
