//! Incremental message authentication: `crypto_auth`, HMAC and `crypto_onetimeauth`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::{auth, onetimeauth};

use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Mac>()
}

enum State {
    Auth(auth::Mac),
    HmacSha256(auth::HmacSha256),
    HmacSha512(auth::HmacSha512),
    OneTime(onetimeauth::Mac),
    /// `finish` has returned the tag.
    Finished,
}

impl State {
    /// Returns whether the state accepted the data.
    fn update(&mut self, piece: &[u8]) -> bool {
        match self {
            Self::Auth(mac) => mac.update(piece),
            Self::HmacSha256(mac) => mac.update(piece),
            Self::HmacSha512(mac) => mac.update(piece),
            Self::OneTime(mac) => mac.update(piece),
            Self::Finished => return false,
        }
        true
    }
}

/// An incremental message authentication code. Threads may share it: each call of `update` is
/// atomic.
#[pyclass(frozen, module = "quicksalt._native")]
struct Mac {
    state: Mutex<State>,
    picoseconds: usize,
}

#[pymethods]
impl Mac {
    #[staticmethod]
    fn auth(py: Python<'_>, key: Arg) -> PyResult<Self> {
        let key = exact(key, "key", auth::Key::LEN)?;
        let mac = auth::init(&key).map_err(|error| map(py, &error))?;
        Ok(Self { state: Mutex::new(State::Auth(mac)), picoseconds: crate::auth::PICOSECONDS })
    }

    /// Return the state of HMAC-SHA-256 with a key of any length.
    #[staticmethod]
    fn hmacsha256(py: Python<'_>, key: Arg) -> PyResult<Self> {
        let mac = auth::hmac_sha256_init(&input(key, "key")?).map_err(|error| map(py, &error))?;
        let picoseconds = crate::auth::SHA256_PICOSECONDS;
        Ok(Self { state: Mutex::new(State::HmacSha256(mac)), picoseconds })
    }

    /// Return the state of HMAC-SHA-512 with a key of any length.
    #[staticmethod]
    fn hmacsha512(py: Python<'_>, key: Arg) -> PyResult<Self> {
        let mac = auth::hmac_sha512_init(&input(key, "key")?).map_err(|error| map(py, &error))?;
        Ok(Self {
            state: Mutex::new(State::HmacSha512(mac)),
            picoseconds: crate::auth::PICOSECONDS,
        })
    }

    #[staticmethod]
    fn onetimeauth(py: Python<'_>, key: Arg) -> PyResult<Self> {
        let key = exact(key, "key", onetimeauth::Key::LEN)?;
        let mac = onetimeauth::init(&key).map_err(|error| map(py, &error))?;
        let picoseconds = crate::auth::POLY1305_PICOSECONDS;
        Ok(Self { state: Mutex::new(State::OneTime(mac)), picoseconds })
    }

    /// Authenticate the next part of the message.
    fn update(&self, py: Python<'_>, message: Arg) -> PyResult<()> {
        let message = &*input(message, "message")?;
        // Release the GIL while waiting for another thread's update.
        let is_free = self.state.try_lock().is_ok();
        let ns = if is_free { estimate(message.len(), self.picoseconds) } else { usize::MAX };
        if run(py, ns, || self.locked().update(message)) { Ok(()) } else { Err(finished(py)) }
    }

    /// Return the tag of the data so far and wipe the key.
    fn finish<'py>(&self, py: Python<'py>) -> Output<'py> {
        let take = || core::mem::replace(&mut *self.locked(), State::Finished);
        let is_free = self.state.try_lock().is_ok();
        let state = if is_free { take() } else { py.detach(take) };
        match state {
            State::Auth(mac) => Ok(PyBytes::new(py, &mac.finish())),
            State::HmacSha256(mac) => Ok(PyBytes::new(py, &mac.finish())),
            State::HmacSha512(mac) => Ok(PyBytes::new(py, &mac.finish())),
            State::OneTime(mac) => Ok(PyBytes::new(py, &mac.finish())),
            State::Finished => Err(finished(py)),
        }
    }
}

impl Mac {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn finished(py: Python<'_>) -> PyErr {
    raise(py, Kind::Runtime, "this MAC state is already finished")
}
