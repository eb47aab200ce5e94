//! Files and Python file objects as Rust readers and writers.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use quicksalt_binding::buffer::{Arg, input};

/// A path or a file object.
pub(super) enum Stream {
    File(File),
    Object(Object),
}

/// The mode for opening a path.
#[derive(Clone, Copy)]
pub(super) enum Mode {
    Read,
    /// Replaces an existing file.
    Write,
}

impl Stream {
    /// Opens a path, or accepts an object with the method for the mode.
    pub(super) fn new(argument: Arg, name: &str, mode: Mode) -> PyResult<Self> {
        let method = match mode {
            Mode::Read => "read",
            Mode::Write => "write",
        };
        if argument.hasattr(method)? {
            return Ok(Self::Object(Object(argument.clone().unbind())));
        }
        let path = argument.extract::<PathBuf>().map_err(|_| {
            PyTypeError::new_err(format!(
                "{name} must be a path or an object with the method {method}"
            ))
        })?;
        if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
            // Opening or reading may block; Python's own file objects let signals interrupt it.
            let how = match mode {
                Mode::Read => "rb",
                Mode::Write => "wb",
            };
            let opened = argument.py().import("io")?.call_method1("open", (path, how, 0))?;
            return Ok(Self::Object(Object(opened.unbind())));
        }
        let opened = match mode {
            Mode::Read => File::open(&path),
            Mode::Write => OpenOptions::new().write(true).create(true).truncate(true).open(&path),
        };
        opened.map(Self::File).map_err(|error| named(&error, &path.to_string_lossy()))
    }

    /// Returns the file if it is a regular file.
    pub(super) fn regular(&self) -> Option<&File> {
        match self {
            Self::File(file) => file.metadata().is_ok_and(|data| data.is_file()).then_some(file),
            Self::Object(_) => None,
        }
    }
}

/// Returns an `OSError` that names the file.
fn named(error: &io::Error, path: &str) -> PyErr {
    match told(error) {
        Some((code, text)) => PyOSError::new_err((code, text, String::from(path))),
        None => PyOSError::new_err(error.to_string()),
    }
}

/// Returns an `OSError` without a file name, or the exception raised by a Python object.
pub(super) fn unnamed(error: io::Error) -> PyErr {
    told(&error).map_or_else(|| error.into(), PyOSError::new_err)
}

/// Returns the system's error number and message, the message as in Python.
fn told(error: &io::Error) -> Option<(i32, String)> {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    Some((error.raw_os_error()?, String::from(text)))
}

impl Read for Stream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(out),
            Self::Object(object) => object.read(out),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Object(object) => object.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An object with `read`, `write` or `seek`.
pub(super) struct Object(Py<PyAny>);

impl Object {
    pub(super) fn new(object: Py<PyAny>) -> Self {
        Self(object)
    }
}

/// Returns the error for a non-blocking object without data, which is not supported.
fn would_block() -> io::Error {
    io::Error::new(ErrorKind::Unsupported, "non-blocking files are not supported")
}

impl Read for Object {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            // A signal that arrived before a blocking call would not interrupt it.
            py.check_signals()?;
            let read = self.0.bind(py).call_method1("read", (out.len(),))?;
            if read.is_none() {
                return Err(would_block());
            }
            let bytes = input(&read, "result of read()")?;
            let place = out.get_mut(..bytes.len());
            let place = place.ok_or_else(|| io::Error::other("read() returned too many bytes"))?;
            place.copy_from_slice(&bytes);
            Ok(bytes.len())
        })
    }
}

impl Write for Object {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Python::attach(|py| {
            py.check_signals()?;
            let given = PyBytes::new(py, bytes);
            let written = self.0.bind(py).call_method1("write", (given,))?;
            if written.is_none() {
                return Err(would_block());
            }
            let written = written.extract::<usize>()?;
            if written > bytes.len() {
                return Err(io::Error::other("write() returned more than it was given"));
            }
            Ok(written)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (place, whence) = match to {
            SeekFrom::Start(place) => (i64::try_from(place).map_err(io::Error::other)?, 0),
            SeekFrom::Current(by) => (by, 1),
            SeekFrom::End(by) => (by, 2),
        };
        Python::attach(|py| {
            let place = self.0.bind(py).call_method1("seek", (place, whence))?;
            Ok(place.extract::<u64>()?)
        })
    }
}
