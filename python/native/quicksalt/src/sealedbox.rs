//! `crypto_box_seal`: anonymous encryption to a public key.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quicksalt::nacl::boxes::{PublicKey, SecretKey};
use quicksalt::nacl::sealedbox::{self, OVERHEAD};

use crate::boxes::FORGED;
use crate::scalarmult::{BASE_NS, VARIABLE_NS};
use crate::secretbox::{PICOSECONDS, too_short};
use quicksalt_binding::buffer::{Arg, Input, Output, estimate, input_or, output};
use quicksalt_binding::error::{Kind, map, raise, unopened};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("sealedbox.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_box_SEALBYTES", OVERHEAD)?;
    add_functions(module)
}

/// Return `message` encrypted to the public key `pk` with an ephemeral key, which is then
/// discarded.
#[pyfunction]
fn crypto_box_seal<'py>(py: Python<'py>, message: Arg, pk: Arg) -> Output<'py> {
    sealed(py, message, pk, sealedbox::seal_into)
}

/// Seals a message with a function of the library.
pub(crate) fn sealed<'py>(
    py: Python<'py>,
    message: Arg,
    pk: Arg,
    seal_into: fn(&mut [u8], &[u8], &PublicKey, &SecretKey) -> quicksalt::Result<()>,
) -> Output<'py> {
    let message = &*bytes(message, "message", "input message must be bytes")?;
    let pk = public(pk)?;
    output(py, message.len() + OVERHEAD, |out| {
        let work = || seal_into(out, message, &pk, &SecretKey::generate()?);
        let ns = BASE_NS + VARIABLE_NS + estimate(message.len(), PICOSECONDS);
        run(py, ns, work).map_err(|error| map(py, &error))
    })
}

/// Return the message of a sealed box with the recipient's key pair, or raise `CryptoError`; raise
/// `TypeError` if the ciphertext is too short for a sealed box.
#[pyfunction]
fn crypto_box_seal_open<'py>(py: Python<'py>, ciphertext: Arg, pk: Arg, sk: Arg) -> Output<'py> {
    opened(py, ciphertext, pk, sk, sealedbox::open_into)
}

/// Opens a sealed box with a function of the library.
pub(crate) fn opened<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    pk: Arg,
    sk: Arg,
    open_into: fn(&mut [u8], &[u8], &PublicKey, &SecretKey) -> quicksalt::Result<()>,
) -> Output<'py> {
    let sealed = &*bytes(ciphertext, "ciphertext", "input ciphertext must be bytes")?;
    let pk = public(pk)?;
    let sk = SecretKey::try_from(&*bytes(sk, "sk", "secret key must be bytes")?)
        .map_err(|_| raise(py, Kind::Value, "Invalid secret key"))?;
    let len = sealed.len().checked_sub(OVERHEAD).ok_or_else(|| too_short(py, OVERHEAD))?;
    output(py, len, |out| {
        let work = || open_into(out, sealed, &pk, &sk);
        let ns = VARIABLE_NS + estimate(len, PICOSECONDS);
        run(py, ns, work).map_err(|error| unopened(py, &error, FORGED))
    })
}

fn public(pk: Arg) -> PyResult<PublicKey> {
    PublicKey::try_from(&*bytes(pk, "pk", "public key must be bytes")?)
        .map_err(|_| raise(pk.py(), Kind::Value, "Invalid public key"))
}

/// Returns the bytes of a buffer; another type raises the builtin `TypeError` with PyNaCl's
/// message.
fn bytes<'a>(object: &'a Bound<'_, PyAny>, name: &str, text: &'static str) -> PyResult<Input<'a>> {
    input_or(object, name, || PyTypeError::new_err(text))
}
