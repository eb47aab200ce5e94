//! `crypto_auth`: tags on messages, HMAC-SHA-512-256, and HMAC-SHA-256 and HMAC-SHA-512.
//!
//! PyNaCl lacks them. Arguments come in the order of libnacl, and `_verify` behaves as PyNaCl's
//! verifying functions do: it returns `True` or raises.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::auth::{self, HMAC_SHA256_LEN, HMAC_SHA512_LEN, Key, TAG_LEN};

use crate::buffer::{estimate, exact, input};
use crate::error::{map, unopened};
use crate::turn::run;

functions!("auth.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_auth_BYTES", TAG_LEN)?;
    module.add("crypto_auth_KEYBYTES", Key::LEN)?;
    module.add("crypto_auth_hmacsha256_BYTES", HMAC_SHA256_LEN)?;
    module.add("crypto_auth_hmacsha256_KEYBYTES", Key::LEN)?;
    module.add("crypto_auth_hmacsha512_BYTES", HMAC_SHA512_LEN)?;
    module.add("crypto_auth_hmacsha512_KEYBYTES", Key::LEN)?;
    add_functions(module)
}

pub(crate) const PICOSECONDS: usize = 1800;
pub(crate) const SHA256_PICOSECONDS: usize = 600;
pub(crate) const FORGED: &str = "Authenticator failed verification";

/// Return the tag of a message, HMAC-SHA-512 cut to 32 bytes.
#[pyfunction]
fn crypto_auth<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = exact(key, "key", Key::LEN)?;
    let message = &*input(message, "message")?;
    let tag = run(py, estimate(message.len(), PICOSECONDS), || auth::tag(message, &key));
    tag.map(|tag| PyBytes::new(py, &tag)).map_err(|error| map(py, &error))
}

/// Return `True` if the tag of a message is genuine, or raise `CryptoError`.
#[pyfunction]
fn crypto_auth_verify(
    py: Python<'_>,
    token: &Bound<'_, PyAny>,
    message: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let key = exact(key, "key", Key::LEN)?;
    let tag = exact(token, "token", TAG_LEN)?;
    let message = &*input(message, "message")?;
    let work = || auth::verify(&tag, message, &key);
    let verdict = run(py, estimate(message.len(), PICOSECONDS), work);
    verdict.map(|()| true).map_err(|error| unopened(py, &error, FORGED))
}

/// Return HMAC-SHA-256 of a message.
#[pyfunction]
fn crypto_auth_hmacsha256<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key: Key = exact(key, "key", Key::LEN)?;
    let message = &*input(message, "message")?;
    let work = || auth::hmac_sha256(message, key.as_bytes());
    let tag = run(py, estimate(message.len(), SHA256_PICOSECONDS), work);
    tag.map(|tag| PyBytes::new(py, &tag)).map_err(|error| map(py, &error))
}

/// Return `True` if HMAC-SHA-256 of a message is genuine, or raise `CryptoError`.
#[pyfunction]
fn crypto_auth_hmacsha256_verify(
    py: Python<'_>,
    token: &Bound<'_, PyAny>,
    message: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let key: Key = exact(key, "key", Key::LEN)?;
    let tag = exact(token, "token", HMAC_SHA256_LEN)?;
    let message = &*input(message, "message")?;
    let work = || auth::hmac_sha256_verify(&tag, message, key.as_bytes());
    let verdict = run(py, estimate(message.len(), SHA256_PICOSECONDS), work);
    verdict.map(|()| true).map_err(|error| unopened(py, &error, FORGED))
}

/// Return HMAC-SHA-512 of a message.
#[pyfunction]
fn crypto_auth_hmacsha512<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key: Key = exact(key, "key", Key::LEN)?;
    let message = &*input(message, "message")?;
    let work = || auth::hmac_sha512(message, key.as_bytes());
    let tag = run(py, estimate(message.len(), PICOSECONDS), work);
    tag.map(|tag| PyBytes::new(py, &tag)).map_err(|error| map(py, &error))
}

/// Return `True` if HMAC-SHA-512 of a message is genuine, or raise `CryptoError`.
#[pyfunction]
fn crypto_auth_hmacsha512_verify(
    py: Python<'_>,
    token: &Bound<'_, PyAny>,
    message: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let key: Key = exact(key, "key", Key::LEN)?;
    let tag = exact(token, "token", HMAC_SHA512_LEN)?;
    let message = &*input(message, "message")?;
    let work = || auth::hmac_sha512_verify(&tag, message, key.as_bytes());
    let verdict = run(py, estimate(message.len(), PICOSECONDS), work);
    verdict.map(|()| true).map_err(|error| unopened(py, &error, FORGED))
}
