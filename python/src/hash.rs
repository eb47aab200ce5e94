//! `crypto_hash`: SHA-256, SHA-512, SHA3-256 and SHA3-512.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::hash::{
    SHA3_256_LEN, SHA3_512_LEN, SHA256_LEN, SHA512_LEN, sha3_256, sha3_512, sha256, sha512,
};

use crate::buffer::{estimate, input};
use crate::error::map;
use crate::turn::run;

functions!("hash.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_hash_BYTES", SHA512_LEN)?;
    module.add("crypto_hash_sha256_BYTES", SHA256_LEN)?;
    module.add("crypto_hash_sha512_BYTES", SHA512_LEN)?;
    module.add("crypto_hash_sha3256_BYTES", SHA3_256_LEN)?;
    module.add("crypto_hash_sha3512_BYTES", SHA3_512_LEN)?;
    add_functions(module)
}

pub(crate) const SHA256_PICOSECONDS: usize = 600;
pub(crate) const SHA512_PICOSECONDS: usize = 1700;
pub(crate) const SHA3_256_PICOSECONDS: usize = 2400;
pub(crate) const SHA3_512_PICOSECONDS: usize = 4500;

/// Return the SHA-512 digest of a message.
#[pyfunction]
fn crypto_hash<'py>(py: Python<'py>, message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    crypto_hash_sha512(py, message)
}

/// Return the SHA-256 digest of a message.
#[pyfunction]
fn crypto_hash_sha256<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*input(message, "message")?;
    let digest = run(py, estimate(message.len(), SHA256_PICOSECONDS), || sha256(message));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}

/// Return the SHA-512 digest of a message.
#[pyfunction]
fn crypto_hash_sha512<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*input(message, "message")?;
    let digest = run(py, estimate(message.len(), SHA512_PICOSECONDS), || sha512(message));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}

/// Return the SHA3-256 digest of a message.
#[pyfunction]
fn crypto_hash_sha3256<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*input(message, "message")?;
    let digest = run(py, estimate(message.len(), SHA3_256_PICOSECONDS), || sha3_256(message));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}

/// Return the SHA3-512 digest of a message.
#[pyfunction]
fn crypto_hash_sha3512<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*input(message, "message")?;
    let digest = run(py, estimate(message.len(), SHA3_512_PICOSECONDS), || sha3_512(message));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}
