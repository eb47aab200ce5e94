//! `crypto_stream`: XSalsa20.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::stream::{self, Key, NONCE_LEN};

use crate::buffer::{estimate, exact, input, length, output, run};
use crate::error::map;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_stream_KEYBYTES", Key::LEN)?;
    module.add("crypto_stream_NONCEBYTES", NONCE_LEN)?;
    module.add_function(wrap_pyfunction!(crypto_stream, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_stream_xor, module)?)
}

const PICOSECONDS: usize = 400;

/// Return `length` bytes of the XSalsa20 keystream of a key and a nonce.
#[pyfunction]
fn crypto_stream<'py>(
    py: Python<'py>,
    length: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let length = self::length(length, "length")?;
    let (nonce, key) = nonce_and_key(nonce, key)?;
    output(py, length, |out| {
        let work = || stream::fill(out, &nonce, &key);
        run(py, estimate(length, PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

/// Return `message` XOR the XSalsa20 keystream of a key and a nonce; nothing is authenticated.
#[pyfunction]
fn crypto_stream_xor<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*input(message, "message")?;
    let (nonce, key) = nonce_and_key(nonce, key)?;
    output(py, message.len(), |out| {
        let work = || stream::xor_into(out, message, &nonce, &key);
        run(py, estimate(message.len(), PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

fn nonce_and_key(
    nonce: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<([u8; NONCE_LEN], Key)> {
    Ok((exact(nonce, "nonce", NONCE_LEN)?, exact(key, "key", Key::LEN)?))
}
