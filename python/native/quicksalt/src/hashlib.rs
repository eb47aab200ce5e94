//! Incremental hash functions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::generichash::{Hasher as Blake2b, init};
use quicksalt::nacl::hash::{
    Sha3_256, Sha3_512, Sha256, Sha512, sha3_256_init, sha3_512_init, sha256_init, sha512_init,
};

use crate::generichash::{self, Arguments, Optional};
use crate::hash::{
    SHA3_256_PICOSECONDS, SHA3_512_PICOSECONDS, SHA256_PICOSECONDS, SHA512_PICOSECONDS,
};
use quicksalt_binding::buffer::{Arg, estimate, input};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Hasher>()
}

/// The length of the longest digest in bytes.
const DIGEST_MAX: usize = 64;

#[derive(Clone)]
enum State {
    Sha256(Sha256),
    Sha512(Sha512),
    Sha3_256(Sha3_256),
    Sha3_512(Sha3_512),
    Blake2b(Blake2b),
}

impl State {
    fn picoseconds(&self) -> usize {
        match self {
            Self::Sha256(_) => SHA256_PICOSECONDS,
            Self::Sha512(_) => SHA512_PICOSECONDS,
            Self::Sha3_256(_) => SHA3_256_PICOSECONDS,
            Self::Sha3_512(_) => SHA3_512_PICOSECONDS,
            Self::Blake2b(_) => generichash::PICOSECONDS,
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Sha256(hasher) => hasher.update(data),
            Self::Sha512(hasher) => hasher.update(data),
            Self::Sha3_256(hasher) => hasher.update(data),
            Self::Sha3_512(hasher) => hasher.update(data),
            Self::Blake2b(hasher) => hasher.update(data),
        }
    }

    fn digest(&self) -> ([u8; DIGEST_MAX], usize) {
        let mut digest = [0; DIGEST_MAX];
        let len = match self {
            Self::Sha256(hasher) => fill(&mut digest, &hasher.digest()),
            Self::Sha512(hasher) => fill(&mut digest, &hasher.digest()),
            Self::Sha3_256(hasher) => fill(&mut digest, &hasher.digest()),
            Self::Sha3_512(hasher) => fill(&mut digest, &hasher.digest()),
            Self::Blake2b(hasher) => {
                hasher.digest_into(&mut digest);
                hasher.digest_len()
            }
        };
        (digest, len)
    }
}

fn fill(out: &mut [u8; DIGEST_MAX], digest: &[u8]) -> usize {
    out[..digest.len()].copy_from_slice(digest);
    digest.len()
}

/// An incremental hash function. Threads may share it: each call of `update` is atomic.
#[pyclass(frozen, module = "quicksalt._native")]
struct Hasher {
    state: Mutex<State>,
    picoseconds: usize,
}

#[pymethods]
impl Hasher {
    #[staticmethod]
    fn sha256(py: Python<'_>) -> PyResult<Self> {
        sha256_init().map(|hasher| State::Sha256(hasher).into()).map_err(|error| map(py, &error))
    }

    #[staticmethod]
    fn sha512(py: Python<'_>) -> PyResult<Self> {
        sha512_init().map(|hasher| State::Sha512(hasher).into()).map_err(|error| map(py, &error))
    }

    #[staticmethod]
    fn sha3_256(py: Python<'_>) -> PyResult<Self> {
        let hasher = sha3_256_init().map_err(|error| map(py, &error))?;
        Ok(State::Sha3_256(hasher).into())
    }

    #[staticmethod]
    fn sha3_512(py: Python<'_>) -> PyResult<Self> {
        let hasher = sha3_512_init().map_err(|error| map(py, &error))?;
        Ok(State::Sha3_512(hasher).into())
    }

    #[staticmethod]
    #[pyo3(
        signature = (
            digest_size=Optional::Absent,
            key=Optional::Absent,
            salt=Optional::Absent,
            person=Optional::Absent,
        ),
        text_signature = "(digest_size=32, key=b'', salt=b'', person=b'')"
    )]
    fn blake2b<'py>(
        py: Python<'py>,
        digest_size: Optional<'_, 'py>,
        key: Optional<'_, 'py>,
        salt: Optional<'_, 'py>,
        person: Optional<'_, 'py>,
    ) -> PyResult<Self> {
        let arguments = Arguments::of(py, &digest_size, &key, &salt, &person)?;
        let digest_size = arguments.state_digest_size(py)?;
        let hasher = init(digest_size, &arguments.params());
        hasher.map(|hasher| State::Blake2b(hasher).into()).map_err(|error| map(py, &error))
    }

    /// Hash the next part of the message.
    fn update(&self, py: Python<'_>, data: Arg) -> PyResult<()> {
        let data = &*input(data, "data")?;
        // Release the GIL while waiting for another thread's update.
        let is_free = self.state.try_lock().is_ok();
        let ns = if is_free { estimate(data.len(), self.picoseconds) } else { usize::MAX };
        run(py, ns, || self.locked().update(data));
        Ok(())
    }

    /// Return the digest of the data so far; more data may follow.
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (digest, len) = self.now(py).digest();
        PyBytes::new(py, &digest[..len])
    }

    /// Return a copy that continues from the same state.
    fn copy(&self, py: Python<'_>) -> Self {
        self.now(py).into()
    }
}

impl Hasher {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy of the state; waits for another thread's update if needed.
    fn now(&self, py: Python<'_>) -> State {
        if let Ok(state) = self.state.try_lock() {
            return state.clone();
        }
        py.detach(|| self.locked().clone())
    }
}

impl From<State> for Hasher {
    fn from(state: State) -> Self {
        Self { picoseconds: state.picoseconds(), state: Mutex::new(state) }
    }
}
