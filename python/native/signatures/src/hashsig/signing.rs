//! `HashsigSigningKey`: signing with HSS over a store.

use core::time::Duration;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use quicksalt::{Wiped, memory};
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::signing::{Cache, Error, KeyMaterial, NewKey, Options, Result, SigningKey};
use quicksalt_hashsig::store::{self, KnownMinimum, Opening};

use super::foreign::PyStore;
use super::keygen::HssKeygen;
use super::public::HssPublicKey;
use super::reading::reading;
use super::sealed::{Sealed, cost_of};
use super::store::{FileStore, Line};
use super::store_error::map_signing;
use quicksalt_binding::buffer::{Arg, Output, bytes, input, inputs, items};
use quicksalt_binding::error::{Kind, no_memory, raise};
use quicksalt_binding::interrupt::interruptible;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HashsigSigningKey>()
}

/// An HSS signing key with its store.
#[pyclass(frozen, module = "quicksalt._signatures")]
pub(crate) struct HashsigSigningKey {
    /// `None` during drop.
    key: Option<SigningKey>,
    /// The key material that the caller must save to open the key again, unless the store saves it.
    material: Option<Wiped<Vec<u8>>>,
}

#[pymethods]
impl HashsigSigningKey {
    /// Create a file with the key and its state. The key never uses the indices below `start`.
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn create_file(
        py: Python<'_>,
        keygen: PyRef<'_, HssKeygen>,
        path: PathBuf,
        passphrase: Option<Arg>,
        key: Option<Arg>,
        cost: Option<(u32, u32, u32)>,
        start: u64,
        trust_disk: bool,
        options: (Option<u64>, usize, bool),
    ) -> PyResult<Self> {
        let sealed = Sealed::new(py, passphrase, key)?;
        let (cost, options) = (cost_of(cost), options_of(options));
        let keygen = &keygen.0;
        let made = interruptible(py, || {
            let new = NewKey { secret: sealed.secret(), cost, start, trust_disk };
            SigningKey::create(&path, keygen.key_material()?, &new, &options)
        })?;
        let made = Self::holding(py, made, None)?;
        // An interrupt after the last check for signals: remove the file, because the caller does
        // not get the object.
        if let Err(error) = py.check_signals() {
            drop(made);
            store::FileStore::discard(&path);
            return Err(error);
        }
        Ok(made)
    }

    /// Sign with a new key over a store that hands out its indices.
    #[staticmethod]
    fn create_over(
        py: Python<'_>,
        keygen: PyRef<'_, HssKeygen>,
        store: Arg,
        options: (Option<u64>, usize, bool),
    ) -> PyResult<Self> {
        let (options, place) = (options_of(options), StoreArgument::new(store)?);
        let keygen = &keygen.0;
        let made = interruptible(py, || over(keygen.key_material()?, &place, &options))?;
        let (key, material) = made.map_err(|error| map_signing(py, error))?;
        Ok(Self { key: Some(key), material: Some(material) })
    }

    /// Open a key from a file.
    #[staticmethod]
    fn open_file(
        py: Python<'_>,
        path: PathBuf,
        passphrase: Option<Arg>,
        key: Option<Arg>,
        known: (u64, u64, u64),
        trust_disk: bool,
        options: (Option<u64>, usize, bool),
    ) -> PyResult<Self> {
        let sealed = Sealed::new(py, passphrase, key)?;
        let (options, (index, epoch, skip_after_boot)) = (options_of(options), known);
        let opened = interruptible(py, || {
            let known_minimum = KnownMinimum { index, epoch };
            let opening =
                Opening { secret: sealed.secret(), known_minimum, skip_after_boot, trust_disk };
            SigningKey::open(&path, &opening, &options)
        })?;
        Self::holding(py, opened, None)
    }

    /// Sign over a store; without `material`, the store must be a `FileStore` or one of its lines.
    #[staticmethod]
    fn open_over(
        py: Python<'_>,
        store: Arg,
        material: Option<Arg>,
        options: (Option<u64>, usize, bool),
    ) -> PyResult<Self> {
        let (options, place) = (options_of(options), StoreArgument::new(store)?);
        let material = match material {
            Some(bytes) => Some(input(bytes, "material")?.into_owned()?),
            None if matches!(place, StoreArgument::Python(_)) => {
                let text = "material is required: only a FileStore saves it";
                return Err(raise(py, Kind::Value, text));
            }
            None => None,
        };
        let opened = interruptible(py, || {
            let material = material.as_deref().map(Vec::as_slice);
            SigningKey::over(place.key_material(material)?, place.store()?, &options)
        })?;
        Self::holding(py, opened, material)
    }

    fn sign<'py>(&self, py: Python<'py>, message: Arg) -> Output<'py> {
        let message = input(message, "message")?;
        let message = &*message;
        let signature = self.with(py, |key| key.sign(message))?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Sign a streamed message: each call of `read` returns the next bytes, empty at the end.
    fn sign_pieces<'py>(&self, py: Python<'py>, read: Arg) -> Output<'py> {
        let signature = reading(read, |pieces| self.with(py, |key| key.sign_pieces(pieces)))?;
        Ok(PyBytes::new(py, &signature))
    }

    fn sign_many<'py>(&self, py: Python<'py>, messages: Arg) -> PyResult<Bound<'py, PyList>> {
        let messages = items(messages)?;
        let inputs = inputs(&messages, "messages")?;
        let messages = memory::collect(inputs.iter().map(|message| &**message));
        let messages: Vec<&[u8]> = messages.map_err(|_| no_memory())?;
        let signatures = self.with(py, |key| key.sign_many(&messages))?;
        let list = PyList::empty(py);
        for signature in &signatures {
            list.append(bytes(py, signature)?)?;
        }
        Ok(list)
    }

    fn remaining(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |key| key.remaining())
    }

    fn reserve(&self, py: Python<'_>, count: u64) -> PyResult<()> {
        self.with(py, |key| key.reserve(count))
    }

    fn prepare(&self, py: Python<'_>, ahead: usize) -> PyResult<()> {
        self.with(py, |key| key.prepare(ahead))
    }

    /// Return whether `step` has work to do.
    fn is_due(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |key| key.is_due())
    }

    /// Do background work for about the given time; return whether more may remain.
    fn step(&self, py: Python<'_>, milliseconds: f64) -> PyResult<bool> {
        let Ok(budget) = Duration::try_from_secs_f64(milliseconds / 1000.0) else {
            return Err(raise(py, Kind::Value, "ms must be a time in milliseconds, at least 0"));
        };
        self.with(py, |key| key.step(budget))
    }

    /// Return the completed share of the tree in progress, the number of reserved indices, and the
    /// error of background work, if any.
    fn progress(&self, py: Python<'_>) -> PyResult<(f64, u64, Option<String>)> {
        let progress = self.with(py, |key| key.progress())?;
        Ok((progress.tree, progress.reserved, progress.trouble))
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |key| {
            key.close();
            Ok(())
        })
    }

    #[getter]
    fn public_key(&self, py: Python<'_>) -> PyResult<HssPublicKey> {
        let key = self.key().map_err(|error| map_signing(py, error))?;
        Ok(HssPublicKey(*key.public_key()))
    }

    /// Pairs of LMS and LM-OTS identifiers, top level first.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let levels = self.with(py, |key| Ok(key.levels().as_slice().to_vec()))?;
        PyTuple::new(py, levels.iter().map(|params| (params.lms(), params.lmots())))
    }

    /// The key material that the caller must save to open the key again, or None if a file saves
    /// it.
    #[getter]
    fn material<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        self.material.as_ref().map(|material| bytes(py, material)).transpose()
    }

    /// The state of the cached top tree beside the store: `used`, or `missing` or `damaged` if the
    /// tree was computed.
    #[getter]
    fn cache(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |key| {
            Ok(match key.cache() {
                Cache::Used => "used",
                Cache::Missing => "missing",
                Cache::Damaged => "damaged",
            })
        })
    }
}

impl HashsigSigningKey {
    fn holding(
        py: Python<'_>,
        key: Result<SigningKey>,
        material: Option<Wiped<Vec<u8>>>,
    ) -> PyResult<Self> {
        let key = key.map_err(|error| map_signing(py, error))?;
        Ok(Self { key: Some(key), material })
    }

    pub(super) fn key(&self) -> Result<&SigningKey> {
        self.key.as_ref().ok_or(Error::Closed)
    }

    /// Runs `act` on the key with the GIL released: it may wait for a disk, for another thread, or
    /// for a store that needs the GIL itself.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&SigningKey) -> Result<T> + Send,
    ) -> PyResult<T> {
        let done = interruptible(py, || act(self.key()?))?;
        done.map_err(|error| map_signing(py, error))
    }
}

impl Drop for HashsigSigningKey {
    /// Closing a key waits for its background work, which may wait for the GIL.
    fn drop(&mut self) {
        let key = self.key.take();
        Python::attach(|py| py.detach(|| drop(key)));
    }
}

/// A store given by Python code: a `FileStore`, a line of one, or an object with the methods of a
/// store.
pub(super) enum StoreArgument {
    Line(Line),
    Python(Py<PyAny>),
}

impl StoreArgument {
    pub(super) fn new(store: Arg) -> PyResult<Self> {
        if let Ok(file) = store.cast::<FileStore>() {
            return file.borrow().own_line(store.py()).map(Self::Line);
        }
        if let Ok(line) = store.cast::<Line>() {
            return Ok(Self::Line(line.get().clone()));
        }
        Ok(Self::Python(store.clone().unbind()))
    }

    pub(super) fn store(&self) -> Result<Box<dyn store::Store>> {
        Ok(match self {
            Self::Line(line) => Box::new(line.space.allocation(&line.name)?),
            Self::Python(object) => {
                Box::new(PyStore::new(Python::attach(|py| object.clone_ref(py))))
            }
        })
    }

    /// Returns the key of `material`, or the key saved in the store's file; a Python store does not
    /// save a key.
    fn key_material(&self, material: Option<&[u8]>) -> Result<KeyMaterial> {
        let pool = Pool::new(0);
        match (material, self) {
            (Some(bytes), _) => KeyMaterial::from_bytes(bytes, None, Some(&pool)),
            (None, Self::Line(line)) => {
                line.space.with(|store| KeyMaterial::load(store, Some(&pool)))?
            }
            (None, Self::Python(_)) => Err(Error::Closed),
        }
    }
}

/// Opens a new key over a store; returns it and the material that opens it again.
fn over(
    material: KeyMaterial,
    place: &StoreArgument,
    options: &Options,
) -> Result<(SigningKey, Wiped<Vec<u8>>)> {
    let bytes = material.to_bytes();
    Ok((SigningKey::over(material, place.store()?, options)?, bytes))
}

fn options_of((reservation, ahead, background): (Option<u64>, usize, bool)) -> Options {
    Options { reservation, ahead, background }
}
