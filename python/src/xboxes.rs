//! `crypto_secretbox_xchacha20poly1305` and `crypto_box_curve25519xchacha20poly1305`: boxes over
//! XChaCha20.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::boxes::SecretKey;
use quicksalt::nacl::boxes::xchacha20poly1305::{NONCE_LEN, PublicKey, Seed, SharedKey, TAG_LEN};
use quicksalt::nacl::sealedbox::xchacha20poly1305 as sealedbox;
use quicksalt::nacl::secretbox::xchacha20poly1305::{self as secretbox, Key, MESSAGE_MAX};

use crate::boxes::{self, Bytes, keys, nonce_and_shared};
use crate::buffer::{exact_or, input};
use crate::error::map;
use crate::scalarmult::VARIABLE_NS;
use crate::secretbox::{FORGED, easy_input, nonce_and_key, opened, sealed};
use crate::turn::run;

functions!("xboxes.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for (name, value) in [
        ("crypto_secretbox_xchacha20poly1305_KEYBYTES", Key::LEN),
        ("crypto_secretbox_xchacha20poly1305_NONCEBYTES", NONCE_LEN),
        ("crypto_secretbox_xchacha20poly1305_MACBYTES", TAG_LEN),
        ("crypto_secretbox_xchacha20poly1305_MESSAGEBYTES_MAX", MESSAGE_MAX),
        ("crypto_box_curve25519xchacha20poly1305_SEEDBYTES", Seed::LEN),
        ("crypto_box_curve25519xchacha20poly1305_PUBLICKEYBYTES", PublicKey::LEN),
        ("crypto_box_curve25519xchacha20poly1305_SECRETKEYBYTES", SecretKey::LEN),
        ("crypto_box_curve25519xchacha20poly1305_BEFORENMBYTES", SharedKey::LEN),
        ("crypto_box_curve25519xchacha20poly1305_NONCEBYTES", NONCE_LEN),
        ("crypto_box_curve25519xchacha20poly1305_MACBYTES", TAG_LEN),
        ("crypto_box_curve25519xchacha20poly1305_SEALBYTES", sealedbox::OVERHEAD),
        ("crypto_box_curve25519xchacha20poly1305_MESSAGEBYTES_MAX", MESSAGE_MAX),
    ] {
        module.add(name, value)?;
    }
    add_functions(module)
}

/// Return `message` sealed with a key of 32 bytes and a nonce of 24 that is never used again.
#[pyfunction]
fn crypto_secretbox_xchacha20poly1305_easy<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), 0, |out| secretbox::seal_into(out, message, &nonce, &key))
}

/// Return the message of a box, or raise `CryptoError`; `TypeError` if it is too short to be one.
#[pyfunction]
fn crypto_secretbox_xchacha20poly1305_open_easy<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), 0, FORGED, |out| secretbox::open_into(out, boxed, &nonce, &key))
}

/// Return the key of 32 bytes that the owners of `sk` and of `pk` share.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_beforenm<'py>(
    py: Python<'py>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (pk, sk) = keys(pk, sk)?;
    let shared = run(py, VARIABLE_NS, || SharedKey::new(&pk, &sk));
    shared.map(|key| PyBytes::new(py, key.as_bytes())).map_err(|error| map(py, &error))
}

/// Return `message` sealed with a nonce of 24 bytes, to the public key `pk` from the secret key `sk`.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_easy<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
    let (pk, sk) = keys(pk, sk)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), VARIABLE_NS, |out| {
        SharedKey::new(&pk, &sk)?.seal_into(out, message, &nonce)
    })
}

/// Return the message of a box from the public key `pk` to the secret key `sk`, or raise
/// `CryptoError`; `TypeError` if it is too short to be one.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_open_easy<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
    let (pk, sk) = keys(pk, sk)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), VARIABLE_NS, boxes::FORGED, |out| {
        SharedKey::new(&pk, &sk)?.open_into(out, boxed, &nonce)
    })
}

/// Return `message` sealed with a shared key.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_easy_afternm<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), 0, |out| key.seal_into(out, message, &nonce))
}

/// Return the message of a box under a shared key, or raise `CryptoError`; `TypeError` if it is too
/// short to be one.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_open_easy_afternm<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), 0, boxes::FORGED, |out| key.open_into(out, boxed, &nonce))
}

/// Return `message` sealed to the public key `pk` by an ephemeral key that is then forgotten.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_seal<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    crate::sealedbox::sealed(py, message, pk, sealedbox::seal_into)
}

/// Return the message of a sealed box with the recipient's key pair, or raise `CryptoError`;
/// `TypeError` if it is too short to be one.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_seal_open<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    crate::sealedbox::opened(py, ciphertext, pk, sk, sealedbox::open_into)
}
