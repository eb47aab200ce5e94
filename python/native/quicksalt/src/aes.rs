//! AES in the modes that other formats use: GCM, CTR and CBC.

use pyo3::prelude::*;
use quicksalt::nacl::aes::{self, BLOCK_LEN, GCM_MESSAGE_MAX, Key, NONCE_LEN, TAG_LEN};
use quicksalt::{Wiped, memory};

use quicksalt_binding::buffer::{Arg, Input, Output, bytes, estimate, exact, input, output};
use quicksalt_binding::error::{Kind, map, raise, unopened};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("aes.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("aes_BLOCKBYTES", BLOCK_LEN)?;
    module.add("aes_gcm_NPUBBYTES", NONCE_LEN)?;
    module.add("aes_gcm_ABYTES", TAG_LEN)?;
    module.add("aes_gcm_MESSAGEBYTES_MAX", GCM_MESSAGE_MAX)?;
    add_functions(module)
}

/// Estimated time for a byte of GCM, CTR and CBC decryption.
const PICOSECONDS: usize = 300;
/// Estimated time for a byte of CBC encryption.
const CHAIN_PICOSECONDS: usize = 1200;

const FORGED: &str = "Decryption failed.";

/// Return `message` encrypted with AES-GCM, with the tag appended. The key has 16, 24 or 32 bytes;
/// the nonce has 12 bytes and must never be used again with the same key. Decryption needs the same
/// `aad`, which may be `None`.
#[pyfunction]
fn aes_gcm_encrypt<'py>(
    py: Python<'py>,
    message: Arg,
    aad: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (message, aad) = (&*input(message, "message")?, &*associated(aad)?);
    let (nonce, key) = (exact(nonce, "nonce", NONCE_LEN)?, key_of(key)?);
    output(py, message.len() + TAG_LEN, |out| {
        let work = || aes::gcm_seal_into(out, message, aad, &nonce, &key);
        let ns = estimate(message.len() + aad.len(), PICOSECONDS);
        run(py, ns, work).map_err(|error| map(py, &error))
    })
}

/// Return the message of an AES-GCM ciphertext with appended tag, or raise `CryptoError`; `aad`
/// must be the data given to encryption.
#[pyfunction]
fn aes_gcm_decrypt<'py>(
    py: Python<'py>,
    ciphertext: Arg,
    aad: Arg,
    nonce: Arg,
    key: Arg,
) -> Output<'py> {
    let (sealed, aad) = (&*input(ciphertext, "ciphertext")?, &*associated(aad)?);
    let (nonce, key) = (exact(nonce, "nonce", NONCE_LEN)?, key_of(key)?);
    let len = sealed.len().checked_sub(TAG_LEN);
    let len = len.ok_or_else(|| raise(py, Kind::Crypto, FORGED))?;
    output(py, len, |out| {
        let work = || aes::gcm_open_into(out, sealed, aad, &nonce, &key);
        let ns = estimate(sealed.len() + aad.len(), PICOSECONDS);
        run(py, ns, work).map_err(|error| unopened(py, &error, FORGED))
    })
}

/// Return `message` encrypted or decrypted with AES-CTR, from the counter block `counter` of 16
/// bytes. The result is not authenticated.
#[pyfunction]
fn aes_ctr_xor<'py>(py: Python<'py>, message: Arg, counter: Arg, key: Arg) -> Output<'py> {
    let message = &*input(message, "message")?;
    let (mut counter, key) = (exact(counter, "counter", BLOCK_LEN)?, key_of(key)?);
    output(py, message.len(), |out| {
        let work = || aes::ctr_xor_into(out, message, &mut counter, &key);
        run(py, estimate(message.len(), PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

/// Return `message` encrypted with AES-CBC and PKCS #7 padding; `iv` has 16 bytes. The result is
/// not authenticated.
#[pyfunction]
fn aes_cbc_encrypt<'py>(py: Python<'py>, message: Arg, iv: Arg, key: Arg) -> Output<'py> {
    let message = &*input(message, "message")?;
    let (iv, key) = (exact(iv, "iv", BLOCK_LEN)?, key_of(key)?);
    let len = aes::cbc_len(message.len()).map_err(|error| map(py, &error))?;
    output(py, len, |out| {
        let work = || aes::cbc_encrypt_into(out, message, &iv, &key);
        run(py, estimate(len, CHAIN_PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

/// Return the message that `aes_cbc_encrypt` encrypted; raise `CryptoError` if the length or the
/// padding is wrong. A modified ciphertext can go unnoticed.
#[pyfunction]
fn aes_cbc_decrypt<'py>(py: Python<'py>, ciphertext: Arg, iv: Arg, key: Arg) -> Output<'py> {
    let ciphertext = &*input(ciphertext, "ciphertext")?;
    let (iv, key) = (exact(iv, "iv", BLOCK_LEN)?, key_of(key)?);
    let padded = memory::zeros(ciphertext.len()).map_err(|error| map(py, &error))?;
    let mut padded = Wiped::new(padded);
    let work = || aes::cbc_decrypt_into(&mut padded, ciphertext, &iv, &key);
    let len = run(py, estimate(ciphertext.len(), PICOSECONDS), work)
        .map_err(|error| unopened(py, &error, FORGED))?;
    bytes(py, &padded[..len])
}

/// Returns additional data, which may be `None`.
fn associated<'a>(aad: &'a Bound<'_, PyAny>) -> PyResult<Input<'a>> {
    if aad.is_none() { Ok(Input::Borrowed(&[])) } else { input(aad, "aad") }
}

fn key_of(key: Arg) -> PyResult<Key> {
    Key::try_from(&*input(key, "key")?).map_err(|error| map(key.py(), &error))
}
