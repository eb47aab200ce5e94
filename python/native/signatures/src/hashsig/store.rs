//! `FileStore`, `KeySpace` and `Line`: the state of a hash-based key.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyRange, PyTuple};
use quicksalt::{Wiped, memory};
use quicksalt_hashsig::keyspace;
use quicksalt_hashsig::store::{
    self, AllocatingStore, KnownMinimum, New, Opening, OsDisk, Recovery, Result, Store,
};

use super::error::{Own, raise_own};
use super::public::HssPublicKey;
use super::sealed::{Sealed, cost_of};
use super::store_error::map_store;
use quicksalt_binding::buffer::{Arg, Output, bytes, input};
use quicksalt_binding::error::{Kind, no_memory, raise};
use quicksalt_binding::interrupt::interruptible;

quicksalt_binding::functions!("hashsig/store.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)?;
    module.add_class::<FileStore>()?;
    module.add_class::<KeySpace>()?;
    module.add_class::<Line>()
}

type Native = store::FileStore<OsDisk>;
type Space = keyspace::KeySpace<Native>;

/// The state of a key in one file, locked by one process.
///
/// Every reservation is on disk before it is returned. Use `create`, `open` or `recover`; the end
/// of a `with` block closes the store.
#[pyclass(module = "quicksalt.hashsig")]
pub(crate) struct FileStore {
    space: Option<Space>,
    path: PathBuf,
}

#[pymethods]
impl FileStore {
    /// Create the store of a new key; `indices` is their number, or the range that may be used.
    ///
    /// `material`, the seed and parameters, is saved with the state. `passphrase` or `key` (32
    /// bytes) encrypts the file; without either, only the file mode protects it. `cost` is the cost
    /// of Argon2id for a passphrase: KiB, passes, lanes. Raises `FileExistsError` if the file
    /// exists.
    ///
    /// Some disks cannot distinguish a new file from an earlier one with the same file number, or
    /// retain replaced files under a hidden name. They are refused unless `trust_disk` is true; the
    /// file records that.
    #[staticmethod]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    #[pyo3(signature = (path, indices, material = None, *, passphrase = None, key = None, cost = None, trust_disk = false))]
    fn create(
        py: Python<'_>,
        path: PathBuf,
        indices: Arg,
        material: Option<Arg>,
        passphrase: Option<Arg>,
        key: Option<Arg>,
        cost: Option<(u32, u32, u32)>,
        trust_disk: bool,
    ) -> PyResult<Self> {
        let range = indices_of(indices)?;
        let material = material.map(|bytes| input(bytes, "material")).transpose()?;
        let material = material.as_deref().unwrap_or_default();
        let sealed = Sealed::new(py, passphrase, key)?;
        let cost = cost_of(cost);
        let made = interruptible(py, || {
            let secret = sealed.secret();
            Native::create(
                &path,
                &New { range, material, identity: None, secret, cost, trust_disk },
            )
        })?;
        Self::holding(py, made)
    }

    /// Open a store in the state in which the last signer left it.
    ///
    /// `min_index` and `min_epoch` are lower bounds known from elsewhere, such as one past the last
    /// published index; they detect a machine that was rolled back. If the machine has rebooted
    /// since the last reservation, `skip_after_boot` indices are skipped.
    #[staticmethod]
    #[pyo3(signature = (path, *, passphrase = None, key = None, min_index = 0, min_epoch = 0, skip_after_boot = 0, trust_disk = false))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        passphrase: Option<Arg>,
        key: Option<Arg>,
        min_index: u64,
        min_epoch: u64,
        skip_after_boot: u64,
        trust_disk: bool,
    ) -> PyResult<Self> {
        let sealed = Sealed::new(py, passphrase, key)?;
        let known_minimum = KnownMinimum { index: min_index, epoch: min_epoch };
        let opened = interruptible(py, || {
            let secret = sealed.secret();
            Native::open(&path, &Opening { secret, known_minimum, skip_after_boot, trust_disk })
        })?;
        Self::holding(py, opened)
    }

    /// Turn a copy or a restored backup into the store.
    ///
    /// If at least 2^40 indices are left, signing continues in a randomly chosen block of them. A
    /// smaller key needs `seen` or `skip`. With `seen`, the indices of valid signatures as returned
    /// by `HssPublicKey.index`, signing continues above the highest of them, and `public_key` is
    /// the key that verified them. With `skip`, that many indices are left out: it must exceed the
    /// number used by any signer since the copy was made, including the indices that earlier
    /// recoveries used or skipped. The disk is refused or trusted as in `create`.
    #[staticmethod]
    #[pyo3(signature = (path, *, skip = None, seen = Vec::new(), public_key = None, passphrase = None, key = None, min_index = 0, min_epoch = 0, trust_disk = false))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn recover(
        py: Python<'_>,
        path: PathBuf,
        skip: Option<u64>,
        seen: Vec<u64>,
        public_key: Option<PyRef<'_, HssPublicKey>>,
        passphrase: Option<Arg>,
        key: Option<Arg>,
        min_index: u64,
        min_epoch: u64,
        trust_disk: bool,
    ) -> PyResult<Self> {
        let sealed = Sealed::new(py, passphrase, key)?;
        if !seen.is_empty() && public_key.is_none() {
            let text = "seen requires public_key: the key that verified the signatures";
            return Err(raise(py, Kind::Value, text));
        }
        let identity = public_key.map(|key| store::identity(&key.0.to_bytes())).transpose();
        let identity = identity.map_err(|error| map_store(py, error))?;
        let known_minimum = KnownMinimum { index: min_index, epoch: min_epoch };
        let recovered = interruptible(py, || {
            let opening = Opening { known_minimum, trust_disk, ..Opening::new(sealed.secret()) };
            Native::recover(&path, &opening, &Recovery { skip, seen: &seen, identity })
        })?;
        Self::holding(py, recovered)
    }

    /// Remove a newly created, unused store and its cache.
    #[staticmethod]
    fn discard(path: PathBuf) {
        Native::discard(&path);
    }

    /// Mark the next `count` indices as used, durably, and return them.
    #[pyo3(signature = (count, /))]
    fn reserve<'py>(&self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyRange>> {
        reserve(py, self.held(py)?, String::new(), count)
    }

    /// Return the lowest index that was never handed out, and the end of all indices.
    fn watermark(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        watermark(py, self.held(py)?, String::new())
    }

    /// Return the number of indices left.
    fn remaining(&self, py: Python<'_>) -> PyResult<u64> {
        self.watermark(py).map(|(next, end)| end - next)
    }

    /// Release the file. Signing keys and key spaces over it hold the file until they are closed
    /// too.
    fn close(&mut self) {
        self.space = None;
    }

    /// The absolute path of the file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The number of durable changes.
    #[getter]
    fn epoch(&self, py: Python<'_>) -> PyResult<u64> {
        with(py, self.held(py)?, |store| Ok(store.epoch()))
    }

    /// The times at which `recover` turned copies into the store, in seconds since 1970, in order.
    #[getter]
    fn recovered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let times = with(py, self.held(py)?, |store| Ok(store.recovered().to_vec()))?;
        PyTuple::new(py, times)
    }

    /// Whether the disk is trusted, see `create`.
    #[getter]
    fn trusts_disk(&self, py: Python<'_>) -> PyResult<bool> {
        with(py, self.held(py)?, |store| Ok(store.trusts_disk()))
    }

    /// The material given at creation.
    #[getter]
    fn material<'py>(&self, py: Python<'py>) -> Output<'py> {
        let copy = with(py, self.held(py)?, |store| Ok(memory::copy(store.material())))?;
        bytes(py, &Wiped::new(copy.map_err(|_| no_memory())?))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyTuple>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("FileStore({:?})", self.path)
    }
}

impl FileStore {
    fn holding(py: Python<'_>, store: Result<Native>) -> PyResult<Self> {
        let store = store.map_err(|error| map_store(py, error))?;
        let path = store.path().to_owned();
        Ok(Self { space: Some(Space::new(store)), path })
    }

    /// Returns a store over the key's own allocation.
    pub(super) fn own_line(&self, py: Python<'_>) -> PyResult<Line> {
        Ok(Line { space: self.held(py)?.clone(), name: String::new() })
    }

    fn held(&self, py: Python<'_>) -> PyResult<&Space> {
        let closed = || {
            let text = format!("{:?} is closed: open it again", self.path);
            raise_own(py, Own::State, text)
        };
        self.space.as_ref().ok_or_else(closed)
    }
}

/// The indices of a key, divided into disjoint named allocations.
///
/// A `KeySpace` is created from a `FileStore` and holds its file.
#[pyclass(frozen, module = "quicksalt.hashsig")]
pub(crate) struct KeySpace(pub(super) Space);

#[pymethods]
impl KeySpace {
    #[new]
    fn new(py: Python<'_>, store: PyRef<'_, FileStore>) -> PyResult<Self> {
        store.held(py).cloned().map(Self)
    }

    /// Allocate the next `signatures` indices to a new name, durably. They come from the allocation
    /// `source`, by default the key's own line.
    #[pyo3(signature = (name, signatures, *, source = ""))]
    fn allocate<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        signatures: u64,
        source: &str,
    ) -> PyResult<Bound<'py, PyRange>> {
        let range = with(py, &self.0, |store| store.allocate(source, name, signatures))?;
        py_range(py, range)
    }

    /// Return the number of indices left for each name; the empty name is the key's own line.
    fn remaining<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let space = self.0.clone();
        let lines = py.detach(|| space.remaining()).map_err(|error| map_store(py, error))?;
        let names = PyDict::new(py);
        for (name, left) in lines {
            names.set_item(name, left)?;
        }
        Ok(names)
    }

    /// Return the digest over all allocations so far, each chained to the previous ones.
    fn head<'py>(&self, py: Python<'py>) -> Output<'py> {
        let head = with(py, &self.0, |store| Ok(store.ledger().head()))?;
        Ok(PyBytes::new(py, &head))
    }

    /// Return a store for a single allocation.
    fn line(&self, py: Python<'_>, name: String) -> PyResult<Line> {
        let known = with(py, &self.0, |store| store.ledger().allocation(&name).map(|_| ()));
        known.map(|()| Line { space: self.0.clone(), name })
    }
}

/// A store of one allocation of a `KeySpace`.
#[pyclass(frozen, skip_from_py_object, module = "quicksalt.hashsig")]
#[derive(Clone)]
pub(crate) struct Line {
    pub(super) space: Space,
    #[pyo3(get)]
    pub(super) name: String,
}

#[pymethods]
impl Line {
    /// Mark the next `count` indices of the allocation as used, durably, and return them.
    #[pyo3(signature = (count, /))]
    fn reserve<'py>(&self, py: Python<'py>, count: u64) -> PyResult<Bound<'py, PyRange>> {
        reserve(py, &self.space, self.name.clone(), count)
    }

    /// Return the lowest index of the allocation that was never handed out, and the end of its
    /// indices.
    fn watermark(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        watermark(py, &self.space, self.name.clone())
    }

    /// Return the number of indices of the allocation that are left.
    fn remaining(&self, py: Python<'_>) -> PyResult<u64> {
        self.watermark(py).map(|(next, end)| end - next)
    }
}

/// Return the hash of a public key by which a store identifies its key.
#[pyfunction]
fn hashsig_identity<'py>(public_key: Arg<'_, 'py>) -> Output<'py> {
    let py = public_key.py();
    let identity = store::identity(&input(public_key, "public_key")?);
    Ok(PyBytes::new(py, &identity.map_err(|error| map_store(py, error))?))
}

/// Return the next index after recovery of a copy with the free indices `start` to `end`.
#[pyfunction]
fn hashsig_recovered(
    py: Python<'_>,
    start: u64,
    end: u64,
    least: u64,
    skip: Option<u64>,
    seen: Vec<u64>,
) -> PyResult<u64> {
    let recovery = Recovery { skip, seen: &seen, identity: None };
    recovery.next_index("", start..end, least).map_err(|error| map_store(py, error))
}

/// Converts a number or a range of indices.
fn indices_of(object: Arg) -> PyResult<core::ops::Range<u64>> {
    if let Ok(range) = object.cast::<PyRange>() {
        return range_of(range);
    }
    object.extract().map(|count: u64| 0..count)
}

/// Converts a Python range with step 1.
pub(super) fn range_of(range: &Bound<'_, PyRange>) -> PyResult<core::ops::Range<u64>> {
    let bound = |name| range.getattr(name)?.extract::<u64>();
    if range.getattr("step")?.extract::<i64>().ok() != Some(1) {
        return Err(raise(range.py(), Kind::Value, "the range of indices must have the step 1"));
    }
    Ok(bound("start")?..bound("stop")?)
}

pub(super) fn py_range(
    py: Python<'_>,
    range: core::ops::Range<u64>,
) -> PyResult<Bound<'_, PyRange>> {
    let class = py.get_type::<PyRange>();
    Ok(class.call1((range.start, range.end))?.cast_into()?)
}

/// Runs `act` on the store with the GIL released, since it may wait for a disk.
fn with<T: Send>(
    py: Python<'_>,
    space: &Space,
    act: impl FnOnce(&mut Native) -> Result<T> + Send,
) -> PyResult<T> {
    let space = space.clone();
    let done = interruptible(py, || space.with(act).flatten())?;
    done.map_err(|error| map_store(py, error))
}

fn reserve<'py>(
    py: Python<'py>,
    space: &Space,
    name: String,
    count: u64,
) -> PyResult<Bound<'py, PyRange>> {
    let range = with(py, space, |store| store.reserve_for(&name, count).map(|r| r.range()))?;
    py_range(py, range)
}

fn watermark(py: Python<'_>, space: &Space, name: String) -> PyResult<(u64, u64)> {
    let watermark = |space: &Space| -> Result<_> { space.allocation(&name)?.watermark() };
    let space = space.clone();
    let mark = py.detach(|| watermark(&space)).map_err(|error| map_store(py, error))?;
    Ok((mark.next, mark.end))
}
