//! `crypto_onetimeauth`: tags on messages, Poly1305.
//!
//! PyNaCl lacks it. Arguments come in the order of libnacl, and `_verify` behaves as PyNaCl's
//! verifying functions do: it returns `True` or raises.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::onetimeauth::{self, Key, TAG_LEN};

use crate::auth::FORGED;
use crate::buffer::{estimate, exact, input};
use crate::error::{map, unopened};
use crate::turn::run;

functions!("onetimeauth.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_onetimeauth_BYTES", TAG_LEN)?;
    module.add("crypto_onetimeauth_KEYBYTES", Key::LEN)?;
    add_functions(module)
}

pub(crate) const PICOSECONDS: usize = 250;

/// Return the Poly1305 tag of a message under a key that serves no other message.
#[pyfunction]
fn crypto_onetimeauth<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = exact(key, "key", Key::LEN)?;
    let message = &*input(message, "message")?;
    let work = || onetimeauth::tag(message, &key);
    let tag = run(py, estimate(message.len(), PICOSECONDS), work);
    tag.map(|tag| PyBytes::new(py, &tag)).map_err(|error| map(py, &error))
}

/// Return `True` if the Poly1305 tag of a message is genuine, or raise `CryptoError`.
#[pyfunction]
fn crypto_onetimeauth_verify(
    py: Python<'_>,
    token: &Bound<'_, PyAny>,
    message: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let key = exact(key, "key", Key::LEN)?;
    let tag = exact(token, "token", TAG_LEN)?;
    let message = &*input(message, "message")?;
    let work = || onetimeauth::verify(&tag, message, &key);
    let verdict = run(py, estimate(message.len(), PICOSECONDS), work);
    verdict.map(|()| true).map_err(|error| unopened(py, &error, FORGED))
}
