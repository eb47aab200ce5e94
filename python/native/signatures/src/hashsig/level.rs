//! Level keys of coinZdense.

use alloc::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt_hashsig::czd0;

use super::args::{contexts, leaf, level_params, number, secret_key, text};
use super::error::{map, verdict};
use super::onetime::{both, bytes};
use super::work::{Job, Work};
use quicksalt_binding::buffer::{Arg, Output, input};
use quicksalt_binding::error::{Kind, raise};
use quicksalt_binding::interrupt::interruptible;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<LevelKey>()?;
    module.add_class::<LevelSignature>()?;
    module.add_class::<LevelVerifier>()
}

type Bytes<'py> = Bound<'py, PyBytes>;

/// A level key; it does everything except sign.
#[pyclass(frozen, name = "Czd0LevelKey", module = "quicksalt._signatures")]
struct LevelKey(Arc<czd0::LevelKey>);

#[pymethods]
impl LevelKey {
    #[new]
    fn new(
        seedkey: Arg,
        wen3index: Arg,
        sizes: (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>),
        ctx_mode: Arg,
        layout: Arg,
    ) -> PyResult<Self> {
        let py = seedkey.py();
        let params = level_params(&sizes.0, &sizes.1, &sizes.2)?;
        let (seedkey, first) = (secret_key(seedkey, "seedkey")?, number(wen3index, "wen3index")?);
        let (contexts, name) = (contexts(ctx_mode, "ctx_mode")?, text(layout, "layout")?);
        let known = czd0::Layout::ALL.into_iter().find(|known| known.name() == name);
        let unknown = || raise(py, Kind::Value, "layout must be level-key or recovery-tool");
        let layout = known.ok_or_else(unknown)?;
        let made = czd0::LevelKey::new(params, seedkey, first, contexts, layout);
        made.map(|key| Self(Arc::new(key))).map_err(|error| map(py, &error))
    }

    #[getter]
    fn ctx_mode(&self) -> &'static str {
        self.0.contexts().name()
    }

    #[getter]
    fn layout(&self) -> &'static str {
        self.0.layout().name()
    }

    #[getter]
    fn levelsalt<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyBytes::new(py, self.0.levelsalt())
    }

    /// Return the same nonce as coinzdense's `get_nonce`.
    fn nonce<'py>(&self, py: Python<'py>, index: Arg) -> Output<'py> {
        bytes(py, self.0.nonce(leaf(index, "index")?))
    }

    /// Return the work that computes the public keys of the one-time keys from `first` to `end`.
    fn work(&self, first: u32, end: u32) -> Work {
        Work::new(Job::Level(Arc::clone(&self.0), first..end))
    }

    /// Return the public key computed from the concatenated public keys of all one-time keys.
    fn root<'py>(&self, py: Python<'py>, leaves: Arg) -> Output<'py> {
        let leaves = input(leaves, "leaves")?;
        let each = self.0.params().one_time().hashlen();
        // One more than the key has is enough for the length check.
        let most = self.0.params().leaves() as usize + 1;
        let row: Vec<_> = leaves.chunks(each).take(most).map(<[u8]>::to_vec).collect();
        bytes(py, interruptible(py, || self.0.root(&row))?)
    }

    /// Raise the exception that explains why the key must not sign.
    fn refuse(&self, py: Python<'_>) -> PyResult<()> {
        self.0.sign_hash(&[], 0).map(|_| ()).map_err(|error| map(py, &error))
    }
}

/// A verifier of signatures by levels of one size.
#[pyclass(frozen, name = "Czd0LevelVerifier", module = "quicksalt._signatures")]
struct LevelVerifier(czd0::LevelValidation);

#[pymethods]
impl LevelVerifier {
    #[new]
    fn new(hashlen: Arg, otsbits: Arg, height: Arg) -> PyResult<Self> {
        Ok(Self(czd0::LevelValidation::new(level_params(hashlen, otsbits, height)?)))
    }

    fn signature(&self, py: Python<'_>, signature: Arg) -> PyResult<LevelSignature> {
        let parsed = self.0.signature(&input(signature, "signature")?);
        parsed.map(LevelSignature).map_err(|error| map(py, &error))
    }

    fn verify_data(
        &self,
        py: Python<'_>,
        bigpubkey: Arg,
        data: Arg,
        signature: Arg,
    ) -> PyResult<bool> {
        let bigpubkey = input(bigpubkey, "bigpubkey")?;
        let (data, signature) = both((data, "data"), signature)?;
        verdict(py, interruptible(py, || self.0.verify_data(&bigpubkey, &data, &signature))?)
    }
}

/// A parsed signature.
#[pyclass(frozen, name = "Czd0LevelSignature", module = "quicksalt._signatures")]
struct LevelSignature(czd0::LevelSignature);

#[pymethods]
impl LevelSignature {
    #[getter]
    fn index(&self) -> u16 {
        self.0.index()
    }

    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyBytes::new(py, self.0.public_key())
    }

    fn validate_hash(&self, py: Python<'_>, digest: Arg) -> PyResult<bool> {
        let digest = input(digest, "digest")?;
        verdict(py, interruptible(py, || self.0.validate_hash(&digest))?)
    }

    fn validate_data(&self, py: Python<'_>, data: Arg) -> PyResult<bool> {
        let data = input(data, "data")?;
        verdict(py, interruptible(py, || self.0.validate_data(&data))?)
    }
}
