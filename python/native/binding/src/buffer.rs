//! Bytes in and out of Python.
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

/// An argument of a function of Python.
pub type Arg<'a, 'py> = &'a Bound<'py, PyAny>;

/// The bytes that a function returns, or the exception that it raises.
pub type Output<'py> = PyResult<Bound<'py, PyBytes>>;

/// The content of an argument.
///
/// `bytes` is borrowed, and so is what lies in `bytes` under a memoryview: it never changes. Any
/// other buffer may change under us from another thread, so it is copied once, and the copy is
/// wiped.
pub enum Input<'a> {
    /// Bytes that never change.
    Borrowed(&'a [u8]),
    /// In a box, so that what is borrowed costs no more to pass on than a slice.
    Held(Box<Held>),
}

/// What an [`Input`] keeps.
pub enum Held {
    /// Some of the bytes of an object that is held here, so that releasing the view of it in
    /// another thread takes nothing away.
    Part(PyBackedBytes, Range<usize>),
    /// A copy, wiped when it is dropped.
    Copy(Wiped<Vec<u8>>),
}

impl Input<'_> {
    /// The content as a copy of its own.
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

/// The bytes of any contiguous buffer; `name` is the argument as the documentation names it.
///
/// # Errors
/// `TypeError` that names the argument if it is no buffer, `BufferError` if it is not contiguous,
/// `MemoryError`.
#[inline]
pub fn input<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Input<'a>> {
    input_or(object, name, || wrong_type(object, name))
}

/// What an iterable yields.
///
/// # Errors
/// Those of the iterable, `MemoryError`.
pub fn items<'py>(iterable: Arg<'_, 'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut items = Vec::new();
    for item in iterable.try_iter()? {
        items.try_reserve(1).map_err(|_| no_memory())?;
        items.push(item?);
    }
    Ok(items)
}

/// A list of some items.
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

/// The contents of several buffers, all of one argument.
pub fn inputs<'a>(objects: &'a [Bound<'_, PyAny>], name: &str) -> PyResult<Vec<Input<'a>>> {
    let mut inputs = memory::with_capacity(objects.len()).map_err(|_| no_memory())?;
    for object in objects {
        inputs.push(input(object, name)?);
    }
    Ok(inputs)
}

/// The exception for an argument that is no buffer.
#[cold]
pub fn wrong_type(object: Arg, name: &str) -> PyErr {
    let found = object.get_type().name().map_or_else(|_| String::from("?"), |n| n.to_string());
    PyTypeError::new_err(format!("{name} must be a bytes-like object, not {found}"))
}

/// As [`input`], with another exception for what is no buffer.
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

/// None for what is no buffer.
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

/// The contiguous bytes of an object, of whatever items and dimensions, which the object neither
/// moves nor frees while this is alive.
struct Buffer<'py> {
    /// In a box, because some exporters let it point into itself.
    raw: Box<ffi::Py_buffer>,
    /// Released with the interpreter held.
    _py: Python<'py>,
}

impl<'py> Buffer<'py> {
    fn get(object: Arg<'_, 'py>) -> PyResult<Self> {
        let mut raw = Box::<ffi::Py_buffer>::new_uninit();
        let into = MaybeUninit::as_mut_ptr(&mut raw);
        // SAFETY: the interpreter is held, the object is alive, and `into` has room for a buffer.
        // Asked for so, an exporter of what is not contiguous must fail.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), into, ffi::PyBUF_SIMPLE) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        // SAFETY: the call above succeeded, which filled it.
        let raw = unsafe { raw.assume_init() };
        let buffer = Self { raw, _py: object.py() };
        // SAFETY: the buffer is filled and held.
        if unsafe { ffi::PyBuffer_IsContiguous(&*buffer.raw, b'C' as c_char) } == 0 {
            return Err(PyBufferError::new_err("the exporter gave scattered bytes"));
        }
        Ok(buffer)
    }

    fn len(&self) -> usize {
        usize::try_from(self.raw.len).unwrap_or_default()
    }

    /// Where in `bytes` it lies, if it does.
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
        // SAFETY: `buf` holds `len` contiguous bytes as long as `self` is alive, the new vector has
        // room for them and is filled by the copy. Python code does not run meanwhile, since the
        // interpreter is held; who writes without it gets some mixture copied, which is read once.
        unsafe {
            core::ptr::copy_nonoverlapping(self.raw.buf.cast(), copy.as_mut_ptr(), self.len());
            copy.set_len(self.len());
        }
        Ok(copy)
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        // SAFETY: `get` filled it, nobody else releases it, and the interpreter is held.
        unsafe { ffi::PyBuffer_Release(&mut *self.raw) };
    }
}

/// What the bytes of an argument make where only `len` of them will do.
///
/// # Errors
/// `ValueError` that names the argument for another length, otherwise as [`input`].
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

/// As [`exact`], where PyNaCl has a text for another length. It looks at the length before the
/// type there, hence a `str` of another length has a wrong length and one of that length a wrong
/// type.
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

/// A number of bytes.
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

/// New `bytes` of that length, zeros at first, written by `fill`.
///
/// # Errors
/// `MemoryError`, and what `fill` returns; the object is dropped then.
#[inline]
pub fn output<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> Output<'py> {
    // Python counts in signed numbers, and calls a length beyond them an error of its own.
    if isize::try_from(len).is_err() {
        return Err(no_memory());
    }
    let mut is_there = false;
    let made = PyBytes::new_with(py, len, |out| {
        is_there = true;
        fill(out)
    });
    // `OverflowError` is what Python raises for a length that no address space has room for. What
    // `fill` raises is not asked: looking at the class of an exception makes the object.
    made.map_err(|error| {
        if !is_there && error.is_instance_of::<PyOverflowError>(py) { no_memory() } else { error }
    })
}

/// New `bytes` with a content whose length a caller decides; `PyBytes::new` panics where there is
/// no memory.
///
/// # Errors
/// `MemoryError`.
pub fn bytes<'py>(py: Python<'py>, content: &[u8]) -> Output<'py> {
    output(py, content.len(), |out| {
        out.copy_from_slice(content);
        Ok(())
    })
}

/// New `bytes` of those lengths, zeros at first, written by `fill`.
///
/// # Errors
/// `MemoryError`, and what `fill` returns; the objects are dropped then.
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
        // SAFETY: the interpreter is held; no bytes are given to copy.
        let made = unsafe { ffi::PyBytes_FromStringAndSize(core::ptr::null(), size) };
        // SAFETY: what was returned is a new reference, or null with an exception.
        let object = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
        // SAFETY: the object is `bytes` of that length that nobody else has seen, so that nothing but
        // this slice reaches its memory, or the empty `bytes`, of which the slice has nothing. It is
        // in `objects` for as long as `fill` runs.
        slices.push(unsafe {
            let first = ffi::PyBytes_AsString(object.as_ptr()).cast::<u8>();
            first.write_bytes(0, len);
            core::slice::from_raw_parts_mut(first, len)
        });
        // SAFETY: the call makes `bytes`.
        objects.push(unsafe { object.cast_into_unchecked() });
    }
    let filled = fill(slices)?;
    Ok((objects, filled))
}

/// The estimate for work on a message: so many picoseconds a byte.
#[inline]
pub const fn estimate(len: usize, picoseconds: usize) -> usize {
    len.saturating_mul(picoseconds) / 1000
}
