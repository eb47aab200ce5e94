//! `crypto_box`: public-key authenticated encryption.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::boxes::{NONCE_LEN, PublicKey, SecretKey, Seed, SharedKey, TAG_LEN};

use crate::scalarmult::{BASE_NS, VARIABLE_NS};
use crate::secretbox::{easy_input, opened, sealed};
use quicksalt_binding::buffer::{Arg, Output, exact_or, input, input_or};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("boxes.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_box_PUBLICKEYBYTES", PublicKey::LEN)?;
    module.add("crypto_box_SECRETKEYBYTES", SecretKey::LEN)?;
    module.add("crypto_box_SEEDBYTES", Seed::LEN)?;
    module.add("crypto_box_BEFORENMBYTES", SharedKey::LEN)?;
    module.add("crypto_box_NONCEBYTES", NONCE_LEN)?;
    module.add("crypto_box_MACBYTES", TAG_LEN)?;
    module.add("crypto_box_ZEROBYTES", 2 * TAG_LEN)?;
    module.add("crypto_box_BOXZEROBYTES", TAG_LEN)?;
    add_boxes(module)?;
    add_functions(module)
}

pub(crate) const FORGED: &str = "An error occurred trying to decrypt the message";

pub(crate) type Bytes<'py> = Bound<'py, PyBytes>;

/// Return a new public key and its secret key.
#[pyfunction]
fn crypto_box_keypair(py: Python<'_>) -> PyResult<(Bytes<'_>, Bytes<'_>)> {
    pair(py, SecretKey::generate)
}

/// Return the public and the secret key derived from a seed of 32 bytes.
#[pyfunction]
fn crypto_box_seed_keypair<'py>(py: Python<'py>, seed: Arg) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
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

/// Defines the functions of one kind of box: the type of the shared key, then the names of the
/// functions that make and use it.
macro_rules! boxes {
    (
        $shared:ty, $beforenm:ident, $easy:ident, $open_easy:ident, $easy_afternm:ident,
        $open_easy_afternm:ident
    ) => {
        fn add_boxes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_function(wrap_pyfunction!($beforenm, module)?)?;
            module.add_function(wrap_pyfunction!($easy, module)?)?;
            module.add_function(wrap_pyfunction!($open_easy, module)?)?;
            module.add_function(wrap_pyfunction!($easy_afternm, module)?)?;
            module.add_function(wrap_pyfunction!($open_easy_afternm, module)?)
        }

        /// Return the 32-byte key shared between the owners of `sk` and `pk`.
        #[pyfunction]
        fn $beforenm<'py>(py: Python<'py>, pk: Arg, sk: Arg) -> Output<'py> {
            let (pk, sk) = keys(pk, sk)?;
            let shared = run(py, VARIABLE_NS, || <$shared>::new(&pk, &sk));
            shared.map(|key| PyBytes::new(py, key.as_bytes())).map_err(|error| map(py, &error))
        }

        /// Return `message` encrypted from the secret key `sk` to the public key `pk`, with a nonce
        /// of 24 bytes.
        #[pyfunction]
        fn $easy<'py>(py: Python<'py>, message: Arg, nonce: Arg, pk: Arg, sk: Arg) -> Output<'py> {
            let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
            let (pk, sk) = keys(pk, sk)?;
            let message = &*input(message, "message")?;
            sealed(py, message.len(), VARIABLE_NS, |out| {
                <$shared>::new(&pk, &sk)?.seal_into(out, message, &nonce)
            })
        }

        /// Return the message of a box from the public key `pk` to the secret key `sk`, or raise
        /// `CryptoError`; raise `TypeError` if the ciphertext is too short for a box.
        #[pyfunction]
        fn $open_easy<'py>(
            py: Python<'py>,
            ciphertext: Arg,
            nonce: Arg,
            pk: Arg,
            sk: Arg,
        ) -> Output<'py> {
            let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
            let (pk, sk) = keys(pk, sk)?;
            let boxed = &*easy_input(ciphertext)?;
            opened(py, boxed.len(), VARIABLE_NS, crate::boxes::FORGED, |out| {
                <$shared>::new(&pk, &sk)?.open_into(out, boxed, &nonce)
            })
        }

        /// Return `message` encrypted with a shared key.
        #[pyfunction]
        fn $easy_afternm<'py>(py: Python<'py>, message: Arg, nonce: Arg, k: Arg) -> Output<'py> {
            let (nonce, key) = nonce_and_shared::<$shared>(nonce, k)?;
            let message = &*input(message, "message")?;
            sealed(py, message.len(), 0, |out| key.seal_into(out, message, &nonce))
        }

        /// Return the message of a box under a shared key, or raise `CryptoError`; raise
        /// `TypeError` if the ciphertext is too short for a box.
        #[pyfunction]
        fn $open_easy_afternm<'py>(
            py: Python<'py>,
            ciphertext: Arg,
            nonce: Arg,
            k: Arg,
        ) -> Output<'py> {
            let (nonce, key) = nonce_and_shared::<$shared>(nonce, k)?;
            let boxed = &*easy_input(ciphertext)?;
            opened(py, boxed.len(), 0, crate::boxes::FORGED, |out| {
                key.open_into(out, boxed, &nonce)
            })
        }
    };
}
pub(crate) use boxes;

boxes!(
    SharedKey,
    crypto_box_beforenm,
    crypto_box_easy,
    crypto_box_open_easy,
    crypto_box_easy_afternm,
    crypto_box_open_easy_afternm
);

/// Return `message` encrypted, exactly as `crypto_box_easy`.
#[pyfunction]
fn crypto_box<'py>(py: Python<'py>, message: Arg, nonce: Arg, pk: Arg, sk: Arg) -> Output<'py> {
    crypto_box_easy(py, message, nonce, pk, sk)
}

/// Return `message` encrypted, exactly as `crypto_box_easy_afternm`.
#[pyfunction]
fn crypto_box_afternm<'py>(py: Python<'py>, message: Arg, nonce: Arg, k: Arg) -> Output<'py> {
    crypto_box_easy_afternm(py, message, nonce, k)
}

/// Return the message of a box from the public key `pk` to the secret key `sk`, or raise
/// `CryptoError`.
#[pyfunction]
fn crypto_box_open<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    nonce: Arg,
    pk: Arg,
    sk: Arg,
) -> Output<'py> {
    let nonce = exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce size")?;
    let (pk, sk) = keys(pk, sk)?;
    let boxed = &*input(ciphertext, "ciphertext")?;
    opened(py, boxed.len(), VARIABLE_NS, FORGED, |out| {
        SharedKey::new(&pk, &sk)?.open_into(out, boxed, &nonce)
    })
}

/// Return the message of a box under a shared key, or raise `CryptoError`.
#[pyfunction]
fn crypto_box_open_afternm<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    nonce: Arg,
    k: Arg,
) -> Output<'py> {
    let (nonce, key) = nonce_and_shared::<SharedKey>(nonce, k)?;
    let boxed = &*input(ciphertext, "ciphertext")?;
    opened(py, boxed.len(), 0, FORGED, |out| key.open_into(out, boxed, &nonce))
}

pub(crate) fn keys(pk: Arg, sk: Arg) -> PyResult<(PublicKey, SecretKey)> {
    Ok((
        exact_or(pk, "pk", PublicKey::LEN, "Invalid public key")?,
        exact_or(sk, "sk", SecretKey::LEN, "Invalid secret key")?,
    ))
}

pub(crate) fn nonce_and_shared<K: for<'a> TryFrom<&'a [u8]>>(
    nonce: Arg,
    k: Arg,
) -> PyResult<([u8; NONCE_LEN], K)> {
    Ok((
        exact_or(nonce, "nonce", NONCE_LEN, "Invalid nonce")?,
        exact_or(k, "k", SharedKey::LEN, "Invalid shared key")?,
    ))
}
