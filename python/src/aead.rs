//! `crypto_aead_xchacha20poly1305_ietf`: sealing together with data that stays open.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::aead::{self, Key, MESSAGE_MAX, NONCE_LEN, TAG_LEN};

use crate::buffer::{Input, estimate, input_or, output, run};
use crate::error::{Kind, map, raise, unopened};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_aead_xchacha20poly1305_ietf_KEYBYTES", Key::LEN)?;
    module.add("crypto_aead_xchacha20poly1305_ietf_NPUBBYTES", NONCE_LEN)?;
    module.add("crypto_aead_xchacha20poly1305_ietf_NSECBYTES", 0)?;
    module.add("crypto_aead_xchacha20poly1305_ietf_ABYTES", TAG_LEN)?;
    module.add("crypto_aead_xchacha20poly1305_ietf_MESSAGEBYTES_MAX", MESSAGE_MAX)?;
    module.add_function(wrap_pyfunction!(crypto_aead_xchacha20poly1305_ietf_encrypt, module)?)?;
    module.add_function(wrap_pyfunction!(crypto_aead_xchacha20poly1305_ietf_decrypt, module)?)
}

const PICOSECONDS: usize = 600;
const FORGED: &str = "Decryption failed.";

/// Return `message` sealed with a key of 32 bytes and a nonce of 24 that is never used again;
/// opening it needs the same `aad`, which may be `None`.
#[pyfunction]
fn crypto_aead_xchacha20poly1305_ietf_encrypt<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    aad: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let message = &*bytes(message, "message", "Input message type must be bytes")?;
    let aad = &*associated(aad)?;
    let (nonce, key) = nonce_and_key(nonce, key)?;
    output(py, message.len() + TAG_LEN, |out| {
        let work = || aead::seal_into(out, message, aad, &nonce, &key);
        run(py, work_ns(message, aad), work).map_err(|error| map(py, &error))
    })
}

/// Return the message of what was sealed with the same `aad`, or raise `CryptoError`.
#[pyfunction]
fn crypto_aead_xchacha20poly1305_ietf_decrypt<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    aad: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let sealed = &*bytes(ciphertext, "ciphertext", "Input ciphertext type must be bytes")?;
    let aad = &*associated(aad)?;
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let len = sealed.len().checked_sub(TAG_LEN);
    let len = len.ok_or_else(|| raise(py, Kind::Crypto, FORGED))?;
    output(py, len, |out| {
        let work = || aead::open_into(out, sealed, aad, &nonce, &key);
        run(py, work_ns(sealed, aad), work).map_err(|error| unopened(py, &error, FORGED))
    })
}

fn work_ns(message: &[u8], aad: &[u8]) -> usize {
    estimate(message.len(), PICOSECONDS) + estimate(aad.len(), PICOSECONDS / 2)
}

fn associated<'a>(aad: &'a Bound<'_, PyAny>) -> PyResult<Input<'a>> {
    if aad.is_none() {
        return Ok(Input::Borrowed(&[]));
    }
    bytes(aad, "aad", "Additional data must be bytes or None")
}

fn nonce_and_key(
    nonce: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
) -> PyResult<([u8; NONCE_LEN], Key)> {
    let nonce = sized(nonce, "nonce", "Nonce must be a 24 bytes long bytes sequence")?;
    Ok((nonce, sized(key, "key", "Key must be a 32 bytes long bytes sequence")?))
}

/// `TypeError` with the text of PyNaCl for another type and for another length.
fn sized<T>(object: &Bound<'_, PyAny>, name: &str, text: &'static str) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    T::try_from(&bytes(object, name, text)?).map_err(|_| raise(object.py(), Kind::Type, text))
}

/// `TypeError` with the text of PyNaCl for what is no buffer.
fn bytes<'a>(object: &'a Bound<'_, PyAny>, name: &str, text: &'static str) -> PyResult<Input<'a>> {
    input_or(object, name, || raise(object.py(), Kind::Type, text))
}
