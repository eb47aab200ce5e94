//! Batch functions: many messages in one call, spread over several threads if the work is large
//! enough.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use quicksalt::memory;
use quicksalt::nacl::secretbox::{self, Item, Key, NONCE_LEN, TAG_LEN};
use quicksalt::nacl::sign::{self, PublicKey, SIGNATURE_LEN, SecretKey, Signed};

use quicksalt_binding::buffer::{
    Arg, Input, bytes, estimate, exact, exact_or, input, items, list, outputs,
};
use quicksalt_binding::error::{Kind, map, no_memory, raise};
use quicksalt_binding::interrupt::run_interruptible;

quicksalt_binding::functions!("many.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// The time to sign a short message, or to verify it in a batch.
const SIGNATURE_NS: usize = 10_000;
/// The time of SHA-512 for a byte of a message.
const HASH_PICOSECONDS: usize = 1700;

/// Return each message with its 64-byte signature prepended. `sk` is the seed followed by the
/// public key; raise `ValueError` if the two do not belong together.
#[pyfunction]
fn crypto_sign_many<'py>(py: Python<'py>, messages: Arg, sk: Arg) -> PyResult<Bound<'py, PyList>> {
    let secret: SecretKey = exact(sk, "sk", SecretKey::LEN)?;
    let messages = items(messages)?;
    let messages = numbered(&messages, "messages")?;
    let lens = messages.iter().map(|message| message.len() + SIGNATURE_LEN);
    let ns = signing_ns(&messages).saturating_mul(2);
    let (signed, ()) = outputs(py, lens, |outs| {
        let work = || sign_into(outs, &messages, &secret);
        run_interruptible(py, ns, work)?.map_err(|error| map(py, &error))
    })?;
    list(py, signed)
}

fn sign_into(
    outs: Vec<&mut [u8]>,
    messages: &[Input<'_>],
    secret: &SecretKey,
) -> quicksalt::Result<()> {
    let slices = memory::collect(messages.iter().map(|message| &**message))?;
    let signatures = sign::SigningKey::from_secret_key(secret)?.sign_many(&slices)?;
    for ((out, signature), message) in outs.into_iter().zip(&signatures).zip(slices) {
        let (head, tail) = out.split_at_mut(SIGNATURE_LEN);
        head.copy_from_slice(signature.as_bytes());
        tail.copy_from_slice(message);
    }
    Ok(())
}

/// Return the message of each signed message, or None if its signature is invalid. `pks` has the
/// public key for each.
#[pyfunction]
fn crypto_sign_open_many<'py>(
    py: Python<'py>,
    signed: Arg,
    pks: Arg,
) -> PyResult<Bound<'py, PyList>> {
    let (signed, pks) = (items(signed)?, items(pks)?);
    require_as_many(py, "pks", pks.len(), "signed messages", signed.len())?;
    let signed = numbered(&signed, "signed")?;
    let keys: Vec<PublicKey> = exact_each(py, &pks, "pks", PublicKey::LEN)?;
    let ns = signing_ns(&signed);
    let verdicts = run_interruptible(py, ns, || verify(&signed, &keys))?;
    let verdicts = verdicts.map_err(|error| map(py, &error))?;
    let opened = PyList::empty(py);
    for (signed, is_genuine) in signed.iter().zip(verdicts) {
        let message = signed.get(SIGNATURE_LEN..).filter(|_| is_genuine);
        opened.append(message.map(|message| bytes(py, message)).transpose()?)?;
    }
    Ok(opened)
}

/// Verifies each signature; an input too short for a signature is invalid.
fn verify(signed: &[Input<'_>], keys: &[PublicKey]) -> quicksalt::Result<Vec<bool>> {
    let parts = signed.iter().zip(keys).map(|(signed, key)| {
        let (signature, message) = signed.split_first_chunk()?;
        Some(Signed { signature, message, public_key: key.as_bytes() })
    });
    let parts = memory::collect(parts)?;
    let whole = memory::collect(parts.iter().copied().flatten())?;
    let mut verdicts = sign::verify_many(&whole)?.into_iter();
    let verdict = |part: &Option<_>| part.is_some() && verdicts.next() == Some(true);
    memory::collect(parts.iter().map(verdict))
}

fn signing_ns(messages: &[Input<'_>]) -> usize {
    let hashing = estimate(total(messages), HASH_PICOSECONDS);
    messages.len().saturating_mul(SIGNATURE_NS).saturating_add(hashing)
}

fn total(messages: &[Input<'_>]) -> usize {
    messages.iter().map(|message| message.len()).fold(0, usize::saturating_add)
}

/// Return each message encrypted under one key of 32 bytes, with its own nonce of 24 bytes. Never
/// use a nonce again with the same key.
#[pyfunction]
fn crypto_secretbox_many<'py>(
    py: Python<'py>,
    messages: Arg,
    nonces: Arg,
    key: Arg,
) -> PyResult<Bound<'py, PyList>> {
    let key = exact_or(key, "key", Key::LEN, "Invalid key")?;
    let (messages, nonces) = (items(messages)?, items(nonces)?);
    require_as_many(py, "nonces", nonces.len(), "messages", messages.len())?;
    let messages = numbered(&messages, "messages")?;
    let nonces = exact_each(py, &nonces, "nonces", NONCE_LEN)?;
    let lens = messages.iter().map(|message| message.len() + TAG_LEN);
    let ns = box_ns(&messages);
    let (boxed, ()) = outputs(py, lens, |outs| {
        let work = || secretbox::seal_many_into(&mut boxes(outs, &messages, &nonces)?, &key);
        run_interruptible(py, ns, work)?.map_err(|error| map(py, &error))
    })?;
    list(py, boxed)
}

/// Return the message of each box, or None if the box is not authentic.
#[pyfunction]
fn crypto_secretbox_open_many<'py>(
    py: Python<'py>,
    ciphertexts: Arg,
    nonces: Arg,
    key: Arg,
) -> PyResult<Bound<'py, PyList>> {
    let key = exact_or(key, "key", Key::LEN, "Invalid key")?;
    let (ciphertexts, nonces) = (items(ciphertexts)?, items(nonces)?);
    require_as_many(py, "nonces", nonces.len(), "ciphertexts", ciphertexts.len())?;
    let ciphertexts = numbered(&ciphertexts, "ciphertexts")?;
    let nonces = exact_each(py, &nonces, "nonces", NONCE_LEN)?;
    let lens = ciphertexts.iter().map(|boxed| boxed.len().saturating_sub(TAG_LEN));
    let ns = box_ns(&ciphertexts);
    let (messages, verdicts) = outputs(py, lens, |outs| {
        let work = || secretbox::open_many_into(&mut boxes(outs, &ciphertexts, &nonces)?, &key);
        run_interruptible(py, ns, work)?.map_err(|error| map(py, &error))
    })?;
    let opened = messages.into_iter().zip(verdicts);
    list(py, opened.map(|(message, is_genuine)| is_genuine.then_some(message)))
}

fn boxes<'a>(
    outs: Vec<&'a mut [u8]>,
    inputs: &'a [Input<'_>],
    nonces: &'a [[u8; NONCE_LEN]],
) -> quicksalt::Result<Vec<Item<'a>>> {
    let all = outs.into_iter().zip(inputs).zip(nonces);
    memory::collect(all.map(|((out, input), nonce)| Item { nonce, input, out }))
}

fn box_ns(messages: &[Input<'_>]) -> usize {
    let bytes = estimate(total(messages), crate::secretbox::PICOSECONDS);
    bytes.saturating_add(messages.len().saturating_mul(200))
}

/// Returns the contents of a list of buffers; an error names the index of the item.
///
/// # Errors
/// As [`input`].
fn numbered<'a>(objects: &'a [Bound<'_, PyAny>], name: &str) -> PyResult<Vec<Input<'a>>> {
    let mut inputs = memory::with_capacity(objects.len()).map_err(|_| no_memory())?;
    for (place, object) in objects.iter().enumerate() {
        inputs.push(match object.cast::<PyBytes>() {
            Ok(bytes) => Input::Borrowed(bytes.as_bytes()),
            Err(_) => input(object, &format!("{name}[{place}]"))?,
        });
    }
    Ok(inputs)
}

/// Converts a list of buffers that must all have `len` bytes.
///
/// # Errors
/// As [`exact`], with the index of the item.
fn exact_each<T>(
    py: Python<'_>,
    objects: &[Bound<'_, PyAny>],
    name: &str,
    len: usize,
) -> PyResult<Vec<T>>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let mut all = memory::with_capacity(objects.len()).map_err(|_| no_memory())?;
    for (place, bytes) in numbered(objects, name)?.iter().enumerate() {
        let Ok(one) = T::try_from(bytes) else {
            let text = format!("{name}[{place}] must be {len} bytes long, not {}", bytes.len());
            return Err(raise(py, Kind::Value, text));
        };
        all.push(one);
    }
    Ok(all)
}

fn require_as_many(
    py: Python<'_>,
    name: &str,
    found: usize,
    of: &str,
    expected: usize,
) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    let text = format!("{name} must have {expected} items like {of}, not {found}");
    Err(raise(py, Kind::Value, text))
}
