//! The native part of `quicksalt.age`, `quicksalt.minisign` and `quicksalt.openssl`: file formats
//! of other programs.

mod age;
mod minisign;
mod openssl;
mod stream;

use std::io;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quicksalt::{Wiped, memory};
use quicksalt_files::Error;

use quicksalt_binding::error::{Kind, map, raise, raise_class};
use quicksalt_binding::interrupt::interruptible;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    age::register(module)?;
    minisign::register(module)?;
    openssl::register(module)
}

/// Returns the exception for an error of `quicksalt_files`.
#[cold]
fn refusal(py: Python<'_>, error: Error) -> PyErr {
    static FORMAT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let text = error.to_string();
    match error {
        Error::Primitive(error) => map(py, &error),
        // An error of this crate that passed through a caller's reader retains its own class.
        Error::Read(error) | Error::Write(error) => {
            error.downcast::<Error>().map_or_else(stream::unnamed, |error| refusal(py, error))
        }
        Error::HeaderAltered | Error::NoMatch(_) | Error::Payload | Error::Unsure(_) => {
            raise(py, Kind::Crypto, text)
        }
        Error::OtherKey(_) | Error::Signature => raise(py, Kind::BadSignature, text),
        Error::Key(_) | Error::Line { .. } => raise(py, Kind::Value, text),
        _ => raise_class(py, &FORMAT_ERROR, "quicksalt.files.errors", "FormatError", text),
    }
}

/// Runs `work` with the GIL released; a signal can interrupt it.
fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> quicksalt_files::Result<T> + Send,
) -> PyResult<T> {
    interruptible(py, work)?.map_err(|error| refusal(py, error))
}

/// A growing buffer that reports failed allocations as errors. Content that fits the initial
/// capacity is never copied.
struct Growing(Wiped<Vec<u8>>);

impl Growing {
    fn with_room(len: usize) -> quicksalt_files::Result<Self> {
        Ok(Self(memory::with_capacity(len)?.into()))
    }
}

impl io::Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Double the capacity, or reserve just the needed bytes if memory is short.
        if self.0.try_reserve(bytes.len()).is_err() {
            let room = self.0.try_reserve_exact(bytes.len());
            room.map_err(|error| io::Error::other(Error::from(quicksalt::Error::from(error))))?;
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
