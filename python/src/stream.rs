//! `crypto_stream`: XSalsa20.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::hazmat::{Source, xsalsa20};

use crate::buffer::{Input, input, output, run};
use crate::error::{Kind, map, raise};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(crypto_stream, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_stream_xor, module)?)
}

/// Keystream bytes of the slowest candidate a nanosecond, for the estimate of the work.
const BYTES_PER_NS: usize = 1;

#[pyfunction]
#[pyo3(signature = (length, nonce, key))]
fn crypto_stream<'py>(
    py: Python<'py>,
    length: usize,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (nonce, key) = (input(nonce, "nonce")?, input(key, "key")?);
    let (nonce, key) = sizes(py, &nonce, &key)?;
    output(py, length, |out| {
        run(py, length / BYTES_PER_NS, || xsalsa20::stream(out, key, nonce))
            .map_err(|error| map(py, &error))
    })
}

#[pyfunction]
#[pyo3(signature = (message, nonce, key))]
fn crypto_stream_xor<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = input(message, "message")?;
    let (nonce, key) = (input(nonce, "nonce")?, input(key, "key")?);
    let (nonce, key) = sizes(py, &nonce, &key)?;
    let message: &[u8] = &message;
    output(py, message.len(), |out| {
        let work = || xsalsa20::xor(out, Source::From(message), key, nonce);
        run(py, message.len() / BYTES_PER_NS, work).map_err(|error| map(py, &error))
    })
}

fn sizes<'a>(
    py: Python<'_>,
    nonce: &'a Input<'_>,
    key: &'a Input<'_>,
) -> PyResult<(&'a [u8; 24], &'a [u8; 32])> {
    let nonce = (**nonce).try_into().map_err(|_| raise(py, Kind::Value, "Invalid nonce"))?;
    let key = (**key).try_into().map_err(|_| raise(py, Kind::Value, "Invalid key"))?;
    Ok((nonce, key))
}
