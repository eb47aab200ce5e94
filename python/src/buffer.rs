//! Bytes in and out of Python, and when to let go of the interpreter.

use core::ops::Deref;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;

/// The content of an argument.
///
/// `bytes` is borrowed. Any other buffer may change under us from another thread, so it is copied
/// once, and the copy is wiped.
pub(crate) enum Input<'a> {
    Borrowed(&'a [u8]),
    Copied(Wiped<Vec<u8>>),
}

impl Deref for Input<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

/// The bytes of any contiguous buffer; `name` is the argument as the documentation names it.
///
/// # Errors
/// `TypeError` that names the argument if it is no buffer, `BufferError` if it is not contiguous.
pub(crate) fn input<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Input<'a>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Input::Borrowed(bytes.as_bytes()));
    }
    copied(object, name).map(|bytes| Input::Copied(Wiped::new(bytes)))
}

#[cold]
fn copied(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<u8>> {
    let wrong_type = || -> PyErr {
        let found = object.get_type().name().map_or_else(|_| String::from("?"), |n| n.to_string());
        PyTypeError::new_err(format!("{name} must be a bytes-like object, not {found}"))
    };
    let py = object.py();
    let whole = py.import("builtins")?.getattr("memoryview")?.call1((object,));
    let whole = whole.map_err(|_| wrong_type())?;
    if !whole.getattr("c_contiguous")?.is_truthy()? {
        return Err(PyBufferError::new_err(format!("{name} must be a contiguous buffer")));
    }
    let flat = whole.call_method1("cast", ("B",))?;
    PyBuffer::<u8>::get(&flat)?.to_vec(py)
}

/// New `bytes` of that length, written once by `fill`.
///
/// # Errors
/// `MemoryError`, and what `fill` returns; the object is dropped then.
pub(crate) fn output<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, len, fill)
}

/// Runs `work`, without the interpreter if it is estimated to take `ns` nanoseconds or more than
/// [`DETACH_NS`]. Letting go and coming back costs some 30 ns alone, and a switch of threads on
/// every short call costs more than it gains.
pub(crate) fn run<T: Send>(py: Python<'_>, ns: usize, work: impl FnOnce() -> T + Send) -> T {
    if ns < DETACH_NS { work() } else { py.detach(work) }
}

const DETACH_NS: usize = 2000;
