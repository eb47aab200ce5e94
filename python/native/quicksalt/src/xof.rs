//! `crypto_xof`: the extendable-output functions SHAKE and TurboSHAKE, and their permutation.
//! PyNaCl lacks them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use quicksalt::nacl::xof::{self, DOMAIN, Hasher, RATE_128, RATE_256, Reader};

use quicksalt_binding::buffer::{Arg, Output, estimate, input, length, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("xof.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_xof_shake128_BLOCKBYTES", RATE_128)?;
    module.add("crypto_xof_shake256_BLOCKBYTES", RATE_256)?;
    module.add("crypto_xof_turboshake128_BLOCKBYTES", RATE_128)?;
    module.add("crypto_xof_turboshake128_DOMAIN_STANDARD", DOMAIN)?;
    module.add("crypto_xof_turboshake256_BLOCKBYTES", RATE_256)?;
    module.add("crypto_xof_turboshake256_DOMAIN_STANDARD", DOMAIN)?;
    add_functions(module)
}

pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Xof>()
}

/// The time per byte of functions with 24 rounds; the others take half of it.
const PICOSECONDS: usize = 2000;
const TURBO_PICOSECONDS: usize = 1000;

/// Return `size` bytes of SHAKE128 output for a message.
#[pyfunction]
fn crypto_xof_shake128<'py>(py: Python<'py>, message: Arg, size: Arg) -> Output<'py> {
    filled(py, message, size, PICOSECONDS, xof::shake128)
}

/// Return `size` bytes of SHAKE256 output for a message.
#[pyfunction]
fn crypto_xof_shake256<'py>(py: Python<'py>, message: Arg, size: Arg) -> Output<'py> {
    filled(py, message, size, PICOSECONDS, xof::shake256)
}

/// Return `size` bytes of TurboSHAKE128 output for a message, with the standard domain.
#[pyfunction]
fn crypto_xof_turboshake128<'py>(py: Python<'py>, message: Arg, size: Arg) -> Output<'py> {
    let fill = |out: &mut [u8], message: &[u8]| xof::turboshake128(out, message, DOMAIN);
    filled(py, message, size, TURBO_PICOSECONDS, fill)
}

/// Return `size` bytes of TurboSHAKE256 output for a message, with the standard domain.
#[pyfunction]
fn crypto_xof_turboshake256<'py>(py: Python<'py>, message: Arg, size: Arg) -> Output<'py> {
    let fill = |out: &mut [u8], message: &[u8]| xof::turboshake256(out, message, DOMAIN);
    filled(py, message, size, TURBO_PICOSECONDS, fill)
}

fn filled<'py>(
    py: Python<'py>,
    message: Arg,
    size: Arg,
    picoseconds: usize,
    fill: impl FnOnce(&mut [u8], &[u8]) -> quicksalt::Result<()> + Send,
) -> Output<'py> {
    let message = &*input(message, "message")?;
    let size = length(size, "size")?;
    output(py, size, |out| {
        let ns = estimate(message.len().saturating_add(size), picoseconds);
        run(py, ns, || fill(out, message)).map_err(|error| map(py, &error))
    })
}

#[derive(Clone)]
enum State {
    Taking128(Hasher<RATE_128>),
    Taking256(Hasher<RATE_256>),
    Giving128(Reader<RATE_128>),
    Giving256(Reader<RATE_256>),
}

impl State {
    /// Returns whether the state accepted the data.
    fn update(&mut self, piece: &[u8]) -> bool {
        match self {
            Self::Taking128(hasher) => hasher.update(piece),
            Self::Taking256(hasher) => hasher.update(piece),
            Self::Giving128(_) | Self::Giving256(_) => return false,
        }
        true
    }

    fn squeeze(&mut self, out: &mut [u8]) {
        match self {
            Self::Taking128(hasher) => *self = Self::Giving128(hasher.clone().finish()),
            Self::Taking256(hasher) => *self = Self::Giving256(hasher.clone().finish()),
            Self::Giving128(_) | Self::Giving256(_) => {}
        }
        match self {
            Self::Giving128(reader) => reader.read(out),
            Self::Giving256(reader) => reader.read(out),
            Self::Taking128(_) | Self::Taking256(_) => {}
        }
    }
}

/// An incremental extendable-output function. Threads may share it: each call is atomic.
#[pyclass(frozen, module = "quicksalt._native")]
struct Xof {
    state: Mutex<State>,
    picoseconds: usize,
}

#[pymethods]
impl Xof {
    #[staticmethod]
    fn shake128(py: Python<'_>) -> PyResult<Self> {
        Self::new(py, xof::shake128_init().map(State::Taking128), PICOSECONDS)
    }

    #[staticmethod]
    fn shake256(py: Python<'_>) -> PyResult<Self> {
        Self::new(py, xof::shake256_init().map(State::Taking256), PICOSECONDS)
    }

    #[staticmethod]
    fn turboshake128(py: Python<'_>, domain: Arg) -> PyResult<Self> {
        let hasher = xof::turboshake128_init(byte(domain)?);
        Self::new(py, hasher.map(State::Taking128), TURBO_PICOSECONDS)
    }

    #[staticmethod]
    fn turboshake256(py: Python<'_>, domain: Arg) -> PyResult<Self> {
        let hasher = xof::turboshake256_init(byte(domain)?);
        Self::new(py, hasher.map(State::Taking256), TURBO_PICOSECONDS)
    }

    /// Absorb the next part of the message.
    fn update(&self, py: Python<'_>, message: Arg) -> PyResult<()> {
        let message = &*input(message, "message")?;
        if run(py, self.ns(message.len()), || self.locked().update(message)) {
            return Ok(());
        }
        Err(raise(py, Kind::Runtime, "cannot add to the message: output has already been read"))
    }

    /// End the message and return the next bytes of the output.
    fn squeeze<'py>(&self, py: Python<'py>, size: Arg) -> Output<'py> {
        let size = length(size, "size")?;
        output(py, size, |out| {
            run(py, self.ns(size), || self.locked().squeeze(out));
            Ok(())
        })
    }

    /// Return a copy that continues from the same state.
    fn copy(&self, py: Python<'_>) -> Self {
        let state = run(py, self.ns(0), || self.locked().clone());
        Self { state: Mutex::new(state), picoseconds: self.picoseconds }
    }
}

impl Xof {
    fn new(py: Python<'_>, state: quicksalt::Result<State>, picoseconds: usize) -> PyResult<Self> {
        let state = Mutex::new(state.map_err(|error| map(py, &error))?);
        Ok(Self { state, picoseconds })
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Estimates the time for `len` bytes; the maximum, which releases the GIL, if another thread
    /// is busy.
    fn ns(&self, len: usize) -> usize {
        let is_free = self.state.try_lock().is_ok();
        if is_free { estimate(len, self.picoseconds) } else { usize::MAX }
    }
}

/// Converts a domain; a number beyond a byte becomes the invalid domain 0.
fn byte(domain: Arg) -> PyResult<u8> {
    length(domain, "domain").map(|domain| u8::try_from(domain).unwrap_or_default())
}
