//! Bytes in and out of Python, and when to let go of the interpreter.

use core::ops::Deref;

use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyMemoryView};
use quicksalt::Wiped;

use crate::error::{Kind, raise};

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
#[inline]
pub(crate) fn input<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Input<'a>> {
    input_or(object, name, || wrong_type(object, name))
}

#[cold]
pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| String::from("?"), |n| n.to_string());
    PyTypeError::new_err(format!("{name} must be a bytes-like object, not {found}"))
}

/// As [`input`], with another exception for what is no buffer.
#[inline]
pub(crate) fn input_or<'a>(
    object: &'a Bound<'_, PyAny>,
    name: &str,
    wrong_type: impl FnOnce() -> PyErr,
) -> PyResult<Input<'a>> {
    match object.cast::<PyBytes>() {
        Ok(bytes) => Ok(Input::Borrowed(bytes.as_bytes())),
        Err(_) => copied(object, name, wrong_type).map(|bytes| Input::Copied(Wiped::new(bytes))),
    }
}

#[cold]
fn copied(
    object: &Bound<'_, PyAny>,
    name: &str,
    wrong_type: impl FnOnce() -> PyErr,
) -> PyResult<Vec<u8>> {
    let py = object.py();
    // Some exporters give no strides, which PyO3 wants; a view of them has some.
    let buffer = PyUntypedBuffer::get(object)
        .or_else(|_| PyUntypedBuffer::get(PyMemoryView::from(object)?.as_any()))
        .map_err(
            |error| {
                if error.is_instance_of::<PyTypeError>(py) { wrong_type() } else { error }
            },
        )?;
    if !buffer.is_c_contiguous() {
        return Err(PyBufferError::new_err(format!("{name} must be a contiguous buffer")));
    }
    match buffer.into_typed::<u8>() {
        Ok(bytes) => bytes.to_vec(py),
        // Items other than unsigned bytes are taken for the bytes that they are made of.
        Err(_) => {
            let bytes = PyMemoryView::from(object)?.call_method1("cast", ("B",))?;
            PyBuffer::<u8>::get(&bytes)?.to_vec(py)
        }
    }
}

/// What the bytes of an argument make where only `len` of them will do.
///
/// # Errors
/// `ValueError` that names the argument for another length, otherwise as [`input`].
#[inline]
pub(crate) fn exact<T>(object: &Bound<'_, PyAny>, name: &str, len: usize) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let bytes = input(object, name)?;
    T::try_from(&bytes).map_err(|_| {
        let text = format!("{name} must be {len} bytes long, not {}", bytes.len());
        raise(object.py(), Kind::Value, text)
    })
}

/// As [`exact`], where PyNaCl has a text for another length. It looks at the length before the
/// type there, hence a `str` of another length has a wrong length and one of that length a wrong
/// type.
#[inline]
pub(crate) fn exact_or<T>(
    object: &Bound<'_, PyAny>,
    name: &str,
    len: usize,
    wrong_length: &str,
) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let refuse = || raise(object.py(), Kind::Value, wrong_length);
    let bytes = input_or(object, name, || match object.len() {
        Ok(found) if found != len => refuse(),
        _ => wrong_type(object, name),
    })?;
    T::try_from(&bytes).map_err(|_| refuse())
}

/// A number of bytes.
///
/// # Errors
/// `TypeError` or `ValueError` that names the argument.
pub(crate) fn length(object: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    if let Ok(length) = object.extract::<isize>()
        && let Ok(length) = usize::try_from(length)
    {
        return Ok(length);
    }
    if object.is_instance_of::<PyInt>() {
        return Err(raise(
            object.py(),
            Kind::Value,
            format!("{name} must be from 0 to sys.maxsize"),
        ));
    }
    let found = object.get_type().name()?;
    Err(raise(object.py(), Kind::Type, format!("{name} must be an integer, not {found}")))
}

/// New `bytes` of that length, zeros at first, written by `fill`.
///
/// # Errors
/// `MemoryError`, and what `fill` returns; the object is dropped then.
#[inline]
pub(crate) fn output<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, len, fill)
}

/// Runs `work`, without the interpreter if it is estimated to take [`DETACH_NS`] or more.
#[inline]
pub(crate) fn run<T: Send>(py: Python<'_>, ns: usize, work: impl FnOnce() -> T + Send) -> T {
    if ns < DETACH_NS { work() } else { py.detach(work) }
}

/// Two threads on two cores that let go on every call did 0.56 times the work of one at 0.3 us a
/// call, where they switch more than they compute, 1.3 times at 0.6 us, and 1.5 to 1.9 times at most
/// lengths from 1 us on; a thread alone pays some 6 % at 0.6 us and 2 % at 2 us.
const DETACH_NS: usize = 2000;

/// The estimate for work on a message: so many picoseconds a byte.
#[inline]
pub(crate) const fn estimate(len: usize, picoseconds: usize) -> usize {
    len.saturating_mul(picoseconds) / 1000
}
