//! `crypto_secretbox_xchacha20poly1305` and `crypto_box_curve25519xchacha20poly1305`: boxes with
//! XChaCha20.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::boxes::SecretKey;
use quicksalt::nacl::boxes::xchacha20poly1305::{NONCE_LEN, PublicKey, Seed, SharedKey, TAG_LEN};
use quicksalt::nacl::sealedbox::xchacha20poly1305 as sealedbox;
use quicksalt::nacl::secretbox::xchacha20poly1305::{self as secretbox, Key, MESSAGE_MAX};

use crate::boxes::{boxes, keys, nonce_and_shared};
use crate::scalarmult::VARIABLE_NS;
use crate::secretbox::{FORGED, easy_input, nonce_and_key, opened, sealed};
use quicksalt_binding::buffer::{Arg, Output, exact_or, input};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("xboxes.rs");

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
    add_boxes(module)?;
    add_functions(module)
}

/// Return `message` encrypted with a key of 32 bytes and a nonce of 24 bytes. Never use a nonce
/// again with the same key.
#[pyfunction]
fn crypto_secretbox_xchacha20poly1305_easy<'py>(
    py: Python<'py>,
    message: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), 0, |out| secretbox::seal_into(out, message, &nonce, &key))
}

/// Return the message of a box, or raise `CryptoError`; raise `TypeError` if the ciphertext is too
/// short for a box.
#[pyfunction]
fn crypto_secretbox_xchacha20poly1305_open_easy<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (nonce, key) = nonce_and_key(nonce, key)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), 0, FORGED, |out| secretbox::open_into(out, boxed, &nonce, &key))
}

boxes!(
    SharedKey,
    crypto_box_curve25519xchacha20poly1305_beforenm,
    crypto_box_curve25519xchacha20poly1305_easy,
    crypto_box_curve25519xchacha20poly1305_open_easy,
    crypto_box_curve25519xchacha20poly1305_easy_afternm,
    crypto_box_curve25519xchacha20poly1305_open_easy_afternm
);

/// Return `message` encrypted to the public key `pk` with an ephemeral key, which is then
/// discarded.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_seal<'py>(
    py: Python<'py>,
    message: Arg,
    pk: Arg,
) -> Output<'py> {
    crate::sealedbox::sealed(py, message, pk, sealedbox::seal_into)
}

/// Return the message of a sealed box with the recipient's key pair, or raise `CryptoError`; raise
/// `TypeError` if the ciphertext is too short for a sealed box.
#[pyfunction]
fn crypto_box_curve25519xchacha20poly1305_seal_open<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    pk: Arg,
    sk: Arg,
) -> Output<'py> {
    crate::sealedbox::opened(py, ciphertext, pk, sk, sealedbox::open_into)
}
