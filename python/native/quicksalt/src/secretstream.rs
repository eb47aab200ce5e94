//! `crypto_secretstream_xchacha20poly1305`: a stream of messages in a fixed order.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::secretstream::{
    HEADER_LEN, Key, MESSAGE_MAX, OVERHEAD, Pull, Push, STATE_LEN, TAG_FINAL, TAG_MESSAGE,
    TAG_PUSH, TAG_REKEY,
};
use quicksalt::{Error, Wiped};

use quicksalt_binding::buffer::{Arg, Input, Output, bytes, estimate, exact, input_or, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

const PICOSECONDS: usize = 600;

/// Registers the functions that do not need a state, for every interpreter.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for (name, value) in [
        ("ABYTES", OVERHEAD as u64),
        ("HEADERBYTES", HEADER_LEN as u64),
        ("KEYBYTES", Key::LEN as u64),
        ("MESSAGEBYTES_MAX", MESSAGE_MAX),
        ("STATEBYTES", STATE_LEN as u64),
        ("TAG_MESSAGE", TAG_MESSAGE.into()),
        ("TAG_PUSH", TAG_PUSH.into()),
        ("TAG_REKEY", TAG_REKEY.into()),
        ("TAG_FINAL", TAG_FINAL.into()),
    ] {
        module.add(format!("crypto_secretstream_xchacha20poly1305_{name}").as_str(), value)?;
    }
    module.add_function(wrap_pyfunction!(keygen, module)?)
}

/// Registers the state and the functions that use it.
pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<State>()?;
    module.add_function(wrap_pyfunction!(init_push, module)?)?;
    module.add_function(wrap_pyfunction!(push, module)?)?;
    module.add_function(wrap_pyfunction!(init_pull, module)?)?;
    module.add_function(wrap_pyfunction!(pull, module)?)?;
    module.add_function(wrap_pyfunction!(rekey, module)?)
}

enum Side {
    /// Neither `init_push` nor `init_pull` has been called.
    New,
    Push(Push),
    Pull(Pull),
}

/// The state of one side of a stream. Threads may share it: each message is processed atomically.
#[pyclass(
    frozen,
    subclass,
    module = "quicksalt._native",
    name = "crypto_secretstream_xchacha20poly1305_state"
)]
struct State {
    side: Mutex<Side>,
}

#[pymethods]
impl State {
    #[new]
    fn new() -> Self {
        Self { side: Mutex::new(Side::New) }
    }

    /// Return libsodium's state as bytes: the key, the nonce and 8 zero bytes; all zero before
    /// initialization.
    fn content<'py>(&self, py: Python<'py>) -> Output<'py> {
        let state = py.detach(|| match &*self.locked() {
            Side::New => Wiped::new([0; STATE_LEN]),
            Side::Push(push) => push.state(),
            Side::Pull(pull) => pull.state(),
        });
        bytes(py, &state[..])
    }

    /// Become the sender's side of a stream, at the position that `content` returned.
    fn restore(&self, content: Arg) -> PyResult<()> {
        let state: Wiped<[u8; STATE_LEN]> = Wiped::new(exact(content, "content", STATE_LEN)?);
        self.set(content.py(), Side::Push(Push::from_state(&state)));
        Ok(())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<()> {
        let text =
            "a crypto_secretstream_xchacha20poly1305_state holds a secret and cannot be pickled";
        Err(raise(py, Kind::Type, text))
    }
}

impl State {
    fn locked(&self) -> MutexGuard<'_, Side> {
        self.side.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, py: Python<'_>, side: Side) {
        let put = || drop(core::mem::replace(&mut *self.locked(), side));
        if self.side.try_lock().is_ok() { put() } else { py.detach(put) }
    }

    /// Estimates the time; releases the GIL if another thread's message is in progress.
    fn ns(&self, len: usize, aad: &[u8]) -> usize {
        if self.side.try_lock().is_err() {
            return usize::MAX;
        }
        estimate(len, PICOSECONDS) + estimate(aad.len(), PICOSECONDS / 2)
    }
}

/// Return a new key.
#[pyfunction]
#[pyo3(name = "crypto_secretstream_xchacha20poly1305_keygen")]
fn keygen(py: Python<'_>) -> Output<'_> {
    let key = Key::generate().map_err(|error| map(py, &error))?;
    bytes(py, key.as_bytes())
}

/// Make `state` the sender's side of a new stream and return its header.
#[pyfunction]
#[pyo3(name = "crypto_secretstream_xchacha20poly1305_init_push")]
fn init_push<'py>(state: Arg<'_, 'py>, key: Arg) -> Output<'py> {
    let py = state.py();
    let state = of(state)?;
    let key: Key = sized(key, "key", "Key must be a bytes sequence", "Invalid key length")?;
    let (push, header) = Push::new(&key).map_err(|error| map(py, &error))?;
    state.get().set(py, Side::Push(push));
    bytes(py, &header)
}

/// Make `state` the receiver's side of the stream with the given header.
#[pyfunction]
#[pyo3(name = "crypto_secretstream_xchacha20poly1305_init_pull")]
fn init_pull(state: Arg, header: Arg, key: Arg) -> PyResult<()> {
    let py = state.py();
    let state = of(state)?;
    let header: [u8; HEADER_LEN] =
        sized(header, "header", "Header must be a bytes sequence", "Invalid header length")?;
    let key: Key = sized(key, "key", "Key must be a bytes sequence", "Invalid key length")?;
    let pull = Pull::new(&header, &key).map_err(|error| map(py, &error))?;
    state.get().set(py, Side::Pull(pull));
    Ok(())
}

/// Return the next message encrypted, with a tag and bound to `ad`.
#[pyfunction]
#[pyo3(
    name = "crypto_secretstream_xchacha20poly1305_push",
    signature = (state, m, ad=None, tag=0)
)]
fn push<'py>(state: Arg<'_, 'py>, m: Arg, ad: Option<Arg>, tag: u8) -> Output<'py> {
    let py = state.py();
    let state = of(state)?.get();
    let message = &*content(m, "m", "Message is not bytes")?;
    if message.len() as u64 > MESSAGE_MAX {
        return Err(raise(py, Kind::Value, "Message is too long"));
    }
    let aad = &*associated(ad)?;
    let ns = state.ns(message.len(), aad);
    output(py, message.len() + OVERHEAD, |out| {
        let work = || match &mut *state.locked() {
            Side::Push(push) => Some(push.push_into(out, message, aad, tag)),
            Side::New | Side::Pull(_) => None,
        };
        let Some(outcome) = run(py, ns, work) else {
            return Err(not_initialized(py, "init_push"));
        };
        outcome.map_err(|error| map(py, &error))
    })
}

/// Return the next message and its tag. Raise `RuntimeError` if `c` is not the authentic next
/// message; the state then remains unchanged.
#[pyfunction]
#[pyo3(
    name = "crypto_secretstream_xchacha20poly1305_pull",
    signature = (state, c, ad=None)
)]
fn pull<'py>(state: Arg<'_, 'py>, c: Arg, ad: Option<Arg>) -> PyResult<(Bound<'py, PyBytes>, u8)> {
    let py = state.py();
    let state = of(state)?.get();
    let is_initialized = py.detach(|| matches!(&*state.locked(), Side::Pull(_)));
    if !is_initialized {
        return Err(not_initialized(py, "init_pull"));
    }
    let sealed = &*content(c, "c", "Ciphertext is not bytes")?;
    let Some(len) = sealed.len().checked_sub(OVERHEAD) else {
        return Err(raise(py, Kind::Value, "Ciphertext is too short"));
    };
    if len as u64 > MESSAGE_MAX {
        return Err(raise(py, Kind::Value, "Ciphertext is too long"));
    }
    let aad = &*associated(ad)?;
    let ns = state.ns(len, aad);
    let mut tag = TAG_MESSAGE;
    let message = output(py, len, |out| {
        let work = || match &mut *state.locked() {
            Side::Pull(pull) => pull.pull_into(out, sealed, aad),
            Side::New | Side::Push(_) => Err(Error::Verification),
        };
        tag = run(py, ns, work).map_err(|error| match error {
            Error::Verification => raise(py, Kind::Runtime, "Unexpected failure"),
            error => map(py, &error),
        })?;
        Ok(())
    })?;
    Ok((message, tag))
}

/// Switch to a new key; both sides must call this at the same position of the stream.
#[pyfunction]
#[pyo3(name = "crypto_secretstream_xchacha20poly1305_rekey")]
fn rekey(state: Arg) -> PyResult<()> {
    let py = state.py();
    let state = of(state)?.get();
    let outcome = py.detach(|| match &mut *state.locked() {
        Side::Push(push) => Some(push.rekey()),
        Side::Pull(pull) => Some(pull.rekey()),
        Side::New => None,
    });
    let outcome = outcome.ok_or_else(|| not_initialized(py, "init_push"))?;
    outcome.map_err(|error| map(py, &error))
}

fn of<'a, 'py>(object: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, State>> {
    object.cast::<State>().map_err(|_| {
        let text = "State must be a crypto_secretstream_xchacha20poly1305_state object";
        raise(object.py(), Kind::Type, text)
    })
}

fn not_initialized(py: Python<'_>, by: &str) -> PyErr {
    let text =
        format!("State must be initialized using crypto_secretstream_xchacha20poly1305_{by}");
    raise(py, Kind::Value, text)
}

fn associated<'a>(ad: Option<&'a Bound<'_, PyAny>>) -> PyResult<Input<'a>> {
    ad.map_or(Ok(Input::Borrowed(&[])), |ad| {
        content(ad, "ad", "Additional data must be bytes or None")
    })
}

/// Returns the bytes of a buffer; another type raises `TypeError` with PyNaCl's message.
fn content<'a>(
    object: &'a Bound<'_, PyAny>,
    name: &str,
    text: &'static str,
) -> PyResult<Input<'a>> {
    input_or(object, name, || raise(object.py(), Kind::Type, text))
}

/// Like [`content`]; a wrong length raises `ValueError` with PyNaCl's message.
fn sized<T>(
    object: Arg,
    name: &str,
    wrong_type: &'static str,
    wrong_length: &'static str,
) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    T::try_from(&content(object, name, wrong_type)?)
        .map_err(|_| raise(object.py(), Kind::Value, wrong_length))
}
