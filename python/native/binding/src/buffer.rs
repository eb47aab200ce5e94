//! Conversion of bytes between Python and Rust.
#![allow(unsafe_code)]

use core::ffi::c_char;
use core::mem::MaybeUninit;
use core::ops::{Deref, Range};

use pyo3::exceptions::{PyBufferError, PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyInt, PyList, PyMemoryView};
use quicksalt::{Wiped, memory};

use crate::error::{Kind, map, no_memory, raise};

/// An argument of a Python function.
pub type Arg<'a, 'py> = &'a Bound<'py, PyAny>;

/// The bytes that a function returns, or the exception that it raises.
pub type Output<'py> = PyResult<Bound<'py, PyBytes>>;

/// The content of an argument.
///
/// `bytes` is borrowed, also through a memoryview, because it never changes. Another thread may
/// change any other buffer at any time, so such a buffer is copied, and the copy is wiped.
pub enum Input<'a> {
    /// Immutable bytes.
    Borrowed(&'a [u8]),
    /// Boxed, so that passing a borrowed input on costs no more than a slice.
    Held(Box<Held>),
}

/// The bytes that an [`Input`] owns.
pub enum Held {
    /// A range of a `bytes` object. The reference here holds the object even if another thread
    /// releases the memoryview.
    Part(PyBackedBytes, Range<usize>),
    /// A copy, wiped on drop.
    Copy(Wiped<Vec<u8>>),
}

impl Input<'_> {
    /// Returns an owned copy of the content.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn into_owned(self) -> PyResult<Wiped<Vec<u8>>> {
        let bytes = match self {
            Self::Borrowed(bytes) => memory::copy(bytes),
            Self::Held(held) => match *held {
                Held::Copy(bytes) => return Ok(bytes),
                held @ Held::Part(..) => memory::copy(held.bytes()),
            },
        };
        bytes.map(Wiped::new).map_err(|_| no_memory())
    }
}

impl Deref for Input<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Held(held) => held.bytes(),
        }
    }
}

impl From<Held> for Input<'_> {
    fn from(held: Held) -> Self {
        Self::Held(Box::new(held))
    }
}

impl Held {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Part(bytes, range) => &bytes[range.clone()],
            Self::Copy(bytes) => bytes,
        }
    }
}

/// Returns the bytes of any contiguous buffer; `name` is the argument's documented name.
///
/// # Errors
/// `TypeError` that names the argument if it is not a buffer, `BufferError` if it is not
/// contiguous, `MemoryError`.
#[inline]
pub fn input<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Input<'a>> {
    input_or(object, name, || wrong_type(object, name))
}

/// Collects the items of an iterable.
///
/// # Errors
/// The iterable's exceptions, `MemoryError`.
pub fn items<'py>(iterable: Arg<'_, 'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut items = Vec::new();
    for item in iterable.try_iter()? {
        items.try_reserve(1).map_err(|_| no_memory())?;
        items.push(item?);
    }
    Ok(items)
}

/// Builds a list.
///
/// # Errors
/// `MemoryError`.
pub fn list<'py, T>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>>
where
    T: IntoPyObject<'py>,
{
    let list = PyList::empty(py);
    for item in items {
        list.append(item)?;
    }
    Ok(list)
}

/// Returns the contents of several buffers that belong to one argument.
pub fn inputs<'a>(objects: &'a [Bound<'_, PyAny>], name: &str) -> PyResult<Vec<Input<'a>>> {
    let mut inputs = memory::with_capacity(objects.len()).map_err(|_| no_memory())?;
    for object in objects {
        inputs.push(input(object, name)?);
    }
    Ok(inputs)
}

/// Returns the exception for an argument that is not a buffer.
#[cold]
pub fn wrong_type(object: Arg, name: &str) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| String::from("?"), |n| n.to_string());
    PyTypeError::new_err(format!("{name} must be a bytes-like object, not {found}"))
}

/// Like [`input`], with the caller's exception for an object that is not a buffer.
#[inline]
pub fn input_or<'a>(
    object: &'a Bound<'_, PyAny>,
    name: &str,
    wrong_type: impl FnOnce() -> PyErr,
) -> PyResult<Input<'a>> {
    match object.cast::<PyBytes>() {
        Ok(bytes) => Ok(Input::Borrowed(bytes.as_bytes())),
        Err(_) => of_buffer(object, name)?.ok_or_else(wrong_type),
    }
}

/// Returns `None` if the object is not a buffer.
#[cold]
fn of_buffer<'a>(object: Arg, name: &str) -> PyResult<Option<Input<'a>>> {
    let py = object.py();
    let buffer = match Buffer::get(object) {
        Ok(buffer) => buffer,
        Err(error) if error.is_instance_of::<PyTypeError>(py) => return Ok(None),
        Err(error) if error.is_instance_of::<PyBufferError>(py) => {
            let refusal = PyBufferError::new_err(format!("{name} must be a contiguous buffer"));
            refusal.set_cause(py, Some(error));
            return Err(refusal);
        }
        Err(error) => return Err(error),
    };
    if let Ok(view) = object.cast_exact::<PyMemoryView>()
        && let Ok(bytes) = view.getattr("obj")?.cast_into_exact::<PyBytes>()
        && let Some(range) = buffer.place_in(bytes.as_bytes())
    {
        return Ok(Some(Held::Part(bytes.into(), range).into()));
    }
    let copy = buffer.copy().map_err(|error| map(py, &error))?;
    Ok(Some(Held::Copy(Wiped::new(copy)).into()))
}

/// A contiguous buffer of an object, of any item type and shape. The object neither moves nor frees
/// the bytes during the lifetime of this value.
struct Buffer<'py> {
    /// Boxed, because some exporters store a pointer into the `Py_buffer` itself.
    raw: Box<ffi::Py_buffer>,
    /// The GIL must be held on release.
    _py: Python<'py>,
}

impl<'py> Buffer<'py> {
    fn get(object: Arg<'_, 'py>) -> PyResult<Self> {
        let mut raw = Box::<ffi::Py_buffer>::new_uninit();
        let into = MaybeUninit::as_mut_ptr(&mut raw);
        // SAFETY: the GIL is held, the object is alive, and `into` has room for a `Py_buffer`. With
        // `PyBUF_SIMPLE`, an exporter of non-contiguous memory must fail.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), into, ffi::PyBUF_SIMPLE) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        // SAFETY: the call above succeeded and filled it.
        let raw = unsafe { raw.assume_init() };
        let buffer = Self { raw, _py: object.py() };
        // SAFETY: the buffer is filled and held.
        if unsafe { ffi::PyBuffer_IsContiguous(&*buffer.raw, b'C' as c_char) } == 0 {
            return Err(PyBufferError::new_err("the exporter returned a non-contiguous buffer"));
        }
        Ok(buffer)
    }

    fn len(&self) -> usize {
        usize::try_from(self.raw.len).unwrap_or_default()
    }

    /// Returns the buffer's range within `bytes`, if it is inside.
    fn place_in(&self, bytes: &[u8]) -> Option<Range<usize>> {
        let start = self.raw.buf.addr().checked_sub(bytes.as_ptr().addr())?;
        let range = start..start.checked_add(self.len())?;
        bytes.get(range.clone()).map(|_| range)
    }

    fn copy(&self) -> quicksalt::Result<Vec<u8>> {
        let mut copy = memory::with_capacity(self.len())?;
        if self.len() == 0 {
            return Ok(copy);
        }
        // SAFETY: `buf` points to `len` contiguous bytes during the lifetime of `self`; the new
        // vector has room for them, and the copy initializes them. Python code cannot run
        // meanwhile, since the GIL is held. A writer without the GIL can only make the copy a
        // mixture of old and new bytes, and the copy is read just once.
        unsafe {
            core::ptr::copy_nonoverlapping(self.raw.buf.cast(), copy.as_mut_ptr(), self.len());
            copy.set_len(self.len());
        }
        Ok(copy)
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: `get` filled it, this is the only release, and the GIL is held.
        unsafe { ffi::PyBuffer_Release(&mut *self.raw) };
    }
}

/// Converts an argument that must have exactly `len` bytes.
///
/// # Errors
/// `ValueError` that names the argument for any other length, otherwise as [`input`].
#[inline]
pub fn exact<T>(object: Arg, name: &str, len: usize) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let bytes = input(object, name)?;
    T::try_from(&bytes).map_err(|_| {
        let text = format!("{name} must be {len} bytes long, not {}", bytes.len());
        raise(object.py(), Kind::Value, text)
    })
}

/// Like [`exact`], with PyNaCl's message for a wrong length. PyNaCl checks the length before the
/// type: a `str` of another length raises the length error, and a `str` of `len` characters raises
/// the type error.
#[inline]
pub fn exact_or<T>(object: Arg, name: &str, len: usize, wrong_length: &str) -> PyResult<T>
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

/// Converts a number of bytes.
///
/// # Errors
/// `TypeError` or `ValueError` that names the argument.
pub fn length(object: Arg, name: &str) -> PyResult<usize> {
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

/// Returns a new `bytes` of `len` bytes, initially zero, filled by `fill`.
///
/// # Errors
/// `MemoryError`, and the errors of `fill`, which drop the object.
#[inline]
pub fn output<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> Output<'py> {
    // Python's lengths are signed; a larger one would raise another exception.
    if isize::try_from(len).is_err() {
        return Err(no_memory());
    }
    let mut is_there = false;
    let made = PyBytes::new_with(py, len, |out| {
        is_there = true;
        fill(out)
    });
    // Python raises `OverflowError` for a length that exceeds the address space. Errors of `fill`
    // are not inspected: looking at the class of an exception would create the exception object.
    made.map_err(|error| {
        if !is_there && error.is_instance_of::<PyOverflowError>(py) { no_memory() } else { error }
    })
}

/// Returns a new `bytes` with a content of a length chosen by Python code. `PyBytes::new`
/// would panic if memory is short.
///
/// # Errors
/// `MemoryError`.
pub fn bytes<'py>(py: Python<'py>, content: &[u8]) -> Output<'py> {
    output(py, content.len(), |out| {
        out.copy_from_slice(content);
        Ok(())
    })
}

/// Returns a new `bytes` for each length in `lens`, initially zero, filled by `fill`.
///
/// # Errors
/// `MemoryError`, and the errors of `fill`, which drop the objects.
pub fn outputs<'py, T>(
    py: Python<'py>,
    lens: impl IntoIterator<Item = usize>,
    fill: impl FnOnce(Vec<&mut [u8]>) -> PyResult<T>,
) -> PyResult<(Vec<Bound<'py, PyBytes>>, T)> {
    let mut objects = Vec::new();
    let mut slices = Vec::new();
    for len in lens {
        let size = isize::try_from(len).map_err(|_| no_memory())?;
        objects.try_reserve(1).map_err(|_| no_memory())?;
        slices.try_reserve(1).map_err(|_| no_memory())?;
        // SAFETY: the GIL is held; a null source means that nothing is copied.
        let made = unsafe { ffi::PyBytes_FromStringAndSize(core::ptr::null(), size) };
        // SAFETY: the call returned a new reference, or null with an exception set.
        let object = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
        // SAFETY: the object is a new `bytes` of `len` bytes without other references, so only this
        // slice reaches its memory; or it is the shared empty `bytes`, and the slice is empty.
        // `objects` owns it until `fill` returns.
        slices.push(unsafe {
            let first = ffi::PyBytes_AsString(object.as_ptr()).cast::<u8>();
            first.write_bytes(0, len);
            core::slice::from_raw_parts_mut(first, len)
        });
        // SAFETY: the call above makes `bytes`.
        objects.push(unsafe { object.cast_into_unchecked() });
    }
    let filled = fill(slices)?;
    Ok((objects, filled))
}

/// Estimates the time of work on `len` bytes, in nanoseconds.
#[inline]
pub const fn estimate(len: usize, picoseconds: usize) -> usize {
    len.saturating_mul(picoseconds) / 1000
}
