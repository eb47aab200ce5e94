//! `crypto_box`: from one key pair to another.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::boxes::{NONCE_LEN, PublicKey, SecretKey, Seed, SharedKey, TAG_LEN};

use crate::buffer::{exact_or, input, input_or};
use crate::error::{Kind, map, raise};
use crate::scalarmult::{BASE_NS, VARIABLE_NS};
use crate::secretbox::{easy_input, opened, sealed};
use crate::turn::run;

functions!("boxes.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_box_PUBLICKEYBYTES", PublicKey::LEN)?;
    module.add("crypto_box_SECRETKEYBYTES", SecretKey::LEN)?;
    module.add("crypto_box_SEEDBYTES", Seed::LEN)?;
    module.add("crypto_box_BEFORENMBYTES", SharedKey::LEN)?;
    module.add("crypto_box_NONCEBYTES", NONCE_LEN)?;
    module.add("crypto_box_MACBYTES", TAG_LEN)?;
    module.add("crypto_box_ZEROBYTES", 2 * TAG_LEN)?;
    module.add("crypto_box_BOXZEROBYTES", TAG_LEN)?;
    add_functions(module)
}

pub(crate) const FORGED: &str = "An error occurred trying to decrypt the message";

pub(crate) type Bytes<'py> = Bound<'py, PyBytes>;

/// Return a new public key and its secret key.
#[pyfunction]
fn crypto_box_keypair(py: Python<'_>) -> PyResult<(Bytes<'_>, Bytes<'_>)> {
    pair(py, SecretKey::generate)
}

/// Return the public and the secret key of a seed of 32 bytes.
#[pyfunction]
fn crypto_box_seed_keypair<'py>(
    py: Python<'py>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let seed = input_or(seed, "seed", || PyTypeError::new_err("seed must be bytes"))?;
    let seed = Seed::try_from(&*seed).map_err(|_| raise(py, Kind::Value, "Invalid seed"))?;
    pair(py, || SecretKey::from_seed(&seed))
}

pub(crate) fn pair<'py>(
    py: Python<'py>,
    make: impl FnOnce() -> quicksalt::Result<SecretKey> + Send,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let work = || make().and_then(|secret| Ok((secret.public_key()?, secret)));
    let (public, secret) = run(py, BASE_NS, work).map_err(|error| map(py, &error))?;
    Ok((PyBytes::new(py, public.as_bytes()), PyBytes::new(py, secret.as_bytes())))
}

/// Return `message` sealed with a nonce of 24 bytes, to the public key `pk` from the secret key
/// `sk`.
#[pyfunction]
fn crypto_box<'py>(
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

/// Return `message` sealed; the same as `crypto_box`.
#[pyfunction]
fn crypto_box_easy<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    crypto_box(py, message, nonce, pk, sk)
}

/// Return the message of a box from the public key `pk` to the secret key `sk`, or raise
/// `CryptoError`.
#[pyfunction]
fn crypto_box_open<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
    let (pk, sk) = keys(pk, sk)?;
    let boxed = &*input(ciphertext, "ciphertext")?;
    opened(py, boxed.len(), VARIABLE_NS, FORGED, |out| {
        SharedKey::new(&pk, &sk)?.open_into(out, boxed, &nonce)
    })
}

/// Return the message of a box as `crypto_box_open` does; `TypeError` if it is too short to be one.
#[pyfunction]
fn crypto_box_open_easy<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
    let (pk, sk) = keys(pk, sk)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), VARIABLE_NS, FORGED, |out| {
        SharedKey::new(&pk, &sk)?.open_into(out, boxed, &nonce)
    })
}

/// Return the key of 32 bytes that the owners of `sk` and of `pk` share.
#[pyfunction]
fn crypto_box_beforenm<'py>(
    py: Python<'py>,
    pk: &Bound<'py, PyAny>,
    sk: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (pk, sk) = keys(pk, sk)?;
    let shared = run(py, VARIABLE_NS, || SharedKey::new(&pk, &sk));
    shared.map(|key| PyBytes::new(py, key.as_bytes())).map_err(|error| map(py, &error))
}

/// Return `message` sealed with a shared key.
#[pyfunction]
fn crypto_box_afternm<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let message = &*input(message, "message")?;
    sealed(py, message.len(), 0, |out| key.seal_into(out, message, &nonce))
}

/// Return `message` sealed; the same as `crypto_box_afternm`.
#[pyfunction]
fn crypto_box_easy_afternm<'py>(
    py: Python<'py>,
    message: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    crypto_box_afternm(py, message, nonce, k)
}

/// Return the message of a box under a shared key, or raise `CryptoError`.
#[pyfunction]
fn crypto_box_open_afternm<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let boxed = &*input(ciphertext, "ciphertext")?;
    opened(py, boxed.len(), 0, FORGED, |out| key.open_into(out, boxed, &nonce))
}

/// Return the message of a box as `crypto_box_open_afternm` does; `TypeError` if it is too short
/// to be one.
#[pyfunction]
fn crypto_box_open_easy_afternm<'py>(
    py: Python<'py>,
    ciphertext: &Bound<'py, PyAny>,
    nonce: &Bound<'py, PyAny>,
    k: &Bound<'py, PyAny>,
) -> PyResult<Bytes<'py>> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let boxed = &*easy_input(ciphertext)?;
    opened(py, boxed.len(), 0, FORGED, |out| key.open_into(out, boxed, &nonce))
}

pub(crate) fn keys(
    pk: &Bound<'_, PyAny>,
    sk: &Bound<'_, PyAny>,
) -> PyResult<(PublicKey, SecretKey)> {
    Ok((
        exact_or(pk, "pk", PublicKey::LEN, "Invalid public key")?,
        exact_or(sk, "sk", SecretKey::LEN, "Invalid secret key")?,
    ))
}

pub(crate) fn nonce_and_shared<K: for<'a> TryFrom<&'a [u8]>>(
    nonce: &Bound<'_, PyAny>,
    k: &Bound<'_, PyAny>,
) -> PyResult<([u8; NONCE_LEN], K)> {
    Ok((
        exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce")?,
        exact_or(k, "k", SharedKey::LEN, "Invalid shared key")?,
    ))
}
