//! libsodium's helpers on byte strings.

use pyo3::prelude::*;
use pyo3::types::PyInt;
use quicksalt::nacl::bytes;

use quicksalt_binding::buffer::{self, Arg, Input, Output, input_or, output};
use quicksalt_binding::error::{Kind, raise};

quicksalt_binding::functions!("utils.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Compare two byte strings; the time depends only on their lengths.
#[pyfunction]
fn sodium_memcmp(inp1: Arg, inp2: Arg) -> PyResult<bool> {
    Ok(bytes::equal(&bytes_of(inp1, "inp1")?, &bytes_of(inp2, "inp2")?))
}

/// Return `s` padded to a multiple of `blocksize` bytes (ISO/IEC 7816-4).
#[pyfunction]
fn sodium_pad<'py>(py: Python<'py>, s: Arg, blocksize: Arg) -> Output<'py> {
    let message = &*bytes_of(s, "s")?;
    let positive = || raise(py, Kind::Value, "blocksize must be from 1 to sys.maxsize");
    let block = block_size(blocksize)?.filter(|&block| block > 0).ok_or_else(positive)?;
    let len = bytes::padded_len(message.len(), block).ok_or_else(positive)?;
    output(py, len, |out| {
        bytes::pad_into(out, message);
        Ok(())
    })
}

/// Return `s` without its padding.
#[pyfunction]
fn sodium_unpad<'py>(py: Python<'py>, s: Arg, blocksize: Arg) -> Output<'py> {
    let padded = &*bytes_of(s, "s")?;
    let block = block_size(blocksize)?
        .ok_or_else(|| raise(py, Kind::Value, "blocksize must be from 0 to sys.maxsize"))?;
    let len = bytes::unpadded_len(padded, block)
        .ok_or_else(|| raise(py, Kind::Crypto, "Unpadding failure"))?;
    buffer::bytes(py, &padded[..len])
}

/// Return the little-endian number `inp` plus one, in the same number of bytes.
#[pyfunction]
fn sodium_increment<'py>(py: Python<'py>, inp: Arg) -> Output<'py> {
    let number = &*bytes_of(inp, "inp")?;
    output(py, number.len(), |out| {
        out.copy_from_slice(number);
        bytes::increment(out);
        Ok(())
    })
}

/// Return the sum of two little-endian numbers of equal length, in the same number of bytes.
#[pyfunction]
fn sodium_add<'py>(py: Python<'py>, a: Arg, b: Arg) -> Output<'py> {
    let (a, b) = (&*bytes_of(a, "a")?, &*bytes_of(b, "b")?);
    if a.len() != b.len() {
        let text =
            format!("a and b must have the same length, not {} and {} bytes", a.len(), b.len());
        return Err(raise(py, Kind::Type, text));
    }
    output(py, a.len(), |out| {
        out.copy_from_slice(a);
        bytes::add(out, b);
        Ok(())
    })
}

/// Returns the bytes of a buffer; another type raises PyNaCl's exception class with an
/// added message.
fn bytes_of<'a>(object: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Input<'a>> {
    input_or(object, name, || {
        raise(object.py(), Kind::Type, format!("{name} must be a bytes-like object"))
    })
}

/// Returns `None` if the number is negative or too large for a length.
fn block_size(object: Arg) -> PyResult<Option<usize>> {
    if !object.is_instance_of::<PyInt>() {
        return Err(raise(object.py(), Kind::Type, "blocksize must be an integer"));
    }
    Ok(object.extract::<isize>().ok().and_then(|number| number.try_into().ok()))
}
