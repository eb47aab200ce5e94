//! `crypto_secretbox`: XSalsa20 and Poly1305 with a shared key.

use pyo3::prelude::*;
use quicksalt::nacl::secretbox::{self, Key, MESSAGE_MAX, NONCE_LEN, TAG_LEN};

use quicksalt_binding::buffer::{
    Arg, Input, Output, estimate, exact_or, input, input_or, output, wrong_type,
};
use quicksalt_binding::error::{Kind, map, raise, unopened};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("secretbox.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_secretbox_KEYBYTES", Key::LEN)?;
    module.add("crypto_secretbox_NONCEBYTES", NONCE_LEN)?;
    module.add("crypto_secretbox_MACBYTES", TAG_LEN)?;
    module.add("crypto_secretbox_ZEROBYTES", 2 * TAG_LEN)?;
    module.add("crypto_secretbox_BOXZEROBYTES", TAG_LEN)?;
    module.add("crypto_secretbox_MESSAGEBYTES_MAX", MESSAGE_MAX)?;
    add_functions(module)
}

/// The time to seal or open a byte, also for boxes with other keys.
pub(crate) const PICOSECONDS: usize = 600;

/// Returns the `_easy` functions' exception for a ciphertext too short to be a box.
pub(crate) fn too_short(py: Python<'_>, least: usize) -> PyErr {
    raise(py, Kind::Type, format!("Input ciphertext must be at least {least} long"))
}

/// Returns the box for the `_easy` functions, which check its length before its type, as PyNaCl
/// does.
pub(crate) fn easy_input<'a>(ciphertext: &'a Bound<'_, PyAny>) -> PyResult<Input<'a>> {
    let short = || too_short(ciphertext.py(), TAG_LEN);
    let boxed = input_or(ciphertext, "ciphertext", || match ciphertext.len() {
        Ok(..TAG_LEN) => short(),
        _ => wrong_type(ciphertext, "ciphertext"),
    })?;
    if boxed.len() < TAG_LEN { Err(short()) } else { Ok(boxed) }
}

pub(crate) const FORGED: &str = "Decryption failed. Ciphertext failed verification";

/// Return `message` encrypted with a key of 32 bytes and a nonce of 24 bytes. Never use a nonce
/// again with the same key.
#[pyfunction]
fn crypto_secretbox<'py>(py: Python<'py>, message: Arg, nonce: Arg, key: Arg) -> Output<'py> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), 0, |out| secretbox::seal_into(out, message, &nonce, &key))
}

/// Return `message` encrypted, exactly as `crypto_secretbox`.
#[pyfunction]
fn crypto_secretbox_easy<'py>(py: Python<'py>, message: Arg, nonce: Arg, key: Arg) -> Output<'py> {
    crypto_secretbox(py, message, nonce, key)
}

/// Return the message of a box, or raise `CryptoError`.
#[pyfunction]
fn crypto_secretbox_open<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let boxed = &*input(ciphertext, "ciphertext")?;
    opened(py, boxed.len(), 0, FORGED, |out| secretbox::open_into(out, boxed, &nonce, &key))
}

/// Return the message of a box, or raise `CryptoError`; raise `TypeError` if the ciphertext is too
/// short for a box.
#[pyfunction]
fn crypto_secretbox_open_easy<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), 0, FORGED, |out| secretbox::open_into(out, boxed, &nonce, &key))
}

/// Returns the box that `work` writes for a message of `len` bytes; `key_ns` is the time to derive
/// the key.
pub(crate) fn sealed<'py>(
    py: Python<'py>,
    len: usize,
    key_ns: usize,
    work: impl FnOnce(&mut [u8]) -> quicksalt::Result<()> + Send,
) -> Output<'py> {
    output(py, len + TAG_LEN, |out| {
        let ns = key_ns + estimate(len, PICOSECONDS);
        run(py, ns, || work(out)).map_err(|error| map(py, &error))
    })
}

/// Returns the message that `work` opens from a box of `len` bytes; `forged` is the error message
/// for a forgery.
pub(crate) fn opened<'py>(
    py: Python<'py>,
    boxed_len: usize,
    key_ns: usize,
    forged: &'static str,
    work: impl FnOnce(&mut [u8]) -> quicksalt::Result<()> + Send,
) -> Output<'py> {
    let len = boxed_len.checked_sub(TAG_LEN);
    let len = len.ok_or_else(|| raise(py, Kind::Crypto, forged))?;
    output(py, len, |out| {
        let ns = key_ns + estimate(len, PICOSECONDS);
        run(py, ns, || work(out)).map_err(|error| unopened(py, &error, forged))
    })
}

/// Converts the arguments in PyNaCl's order of checks.
pub(crate) fn nonce_and_key(nonce: Arg, key: Arg) -> PyResult<([u8; NONCE_LEN], Key)> {
    let key = exact_or(key, "key", Key::LEN, "Invalid key")?;
    Ok((exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce")?, key))
}
