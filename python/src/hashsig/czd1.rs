//! `Czd1PublicKey` and `Czd1Keygen`: keys of czd1 and their generation.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd1::{Czd1, Levels, Params, PublicKey, SEED_LEN, SecretKey, Tree, TreeId};

use super::args::size;
use super::error::map;
use super::keygen::Keygen;
use super::onetime::both;
use super::work::{Job, Work};
use crate::buffer::{exact, input};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Czd1Keygen>()?;
    module.add_class::<Czd1PublicKey>()
}

/// A public key of czd1.
#[pyclass(frozen, eq, hash, module = "quicksalt._native")]
#[derive(Eq, Hash, PartialEq)]
pub(crate) struct Czd1PublicKey(pub(super) PublicKey);

#[pymethods]
impl Czd1PublicKey {
    #[new]
    fn new(encoded: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = input(encoded, "encoded")?;
        PublicKey::from_bytes(&bytes).map(Self).map_err(|error| map(encoded.py(), &error))
    }

    /// Raise `BadSignatureError`, which never says why, unless the signature is genuine.
    fn verify(
        &self,
        py: Python<'_>,
        message: &Bound<'_, PyAny>,
        signature: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (message, signature) = both((message, "message"), signature)?;
        py.detach(|| self.0.verify(&message, &signature)).map_err(|error| map(py, &error))
    }

    /// `hashlen`, `otsbits` and the heights of the levels from the top down.
    #[getter]
    fn sizes(&self) -> (usize, u32, Vec<u32>) {
        sizes_of(self.0.levels())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }
}

/// The generation of a key, by threads or in pieces that somebody else can do.
#[pyclass(frozen, module = "quicksalt._native")]
pub(crate) struct Czd1Keygen(pub(super) Keygen<Czd1>);

#[pymethods]
impl Czd1Keygen {
    #[new]
    fn new(py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<Self> {
        let secret = SecretKey::from_bytes(&input(secret, "secret")?);
        secret.and_then(Keygen::new).map(Self).map_err(|error| map(py, &error))
    }

    /// The bytes of the secret key of a seed of 32 bytes, or of a random one.
    #[staticmethod]
    #[pyo3(signature = (hashlen, otsbits, heights, seed = None))]
    fn secret<'py>(
        py: Python<'py>,
        hashlen: &Bound<'py, PyAny>,
        otsbits: &Bound<'py, PyAny>,
        heights: Vec<Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (n, b) = (size(hashlen, "hashlen")?, size(otsbits, "otsbits")?);
        let heights = heights.iter().map(|height| size(height, "heights"));
        let heights = heights.collect::<PyResult<Vec<_>>>()?;
        let seed = seed.map(|seed| exact::<[u8; SEED_LEN]>(seed, "seed", SEED_LEN)).transpose()?;
        let seed = seed.map(Wiped::new);
        let params = heights.into_iter().map(|height| Params::new(n, b, height));
        let levels = params.collect::<Result<Vec<_>>>().and_then(|params| Levels::new(&params));
        let secret = levels.and_then(|levels| match &seed {
            Some(seed) => SecretKey::from_seed(levels, seed),
            None => SecretKey::generate(levels),
        });
        Ok(PyBytes::new(py, &secret.map_err(|error| map(py, &error))?.to_bytes()))
    }

    /// Do all that is left with so many threads, 0 for as many as there are processors.
    fn finish(&self, py: Python<'_>, threads: usize) -> PyResult<()> {
        py.detach(|| self.0.finish(threads)).map_err(|error| map(py, &error))
    }

    /// How much is done, from 0 to 1.
    fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// How many leaves the top tree has.
    #[getter]
    fn leaves(&self) -> u32 {
        self.0.secret.levels().top().leaves()
    }

    /// Return what computes the nodes of some leaves of the top tree.
    fn work(&self, py: Python<'_>, first: u32, end: u32) -> PyResult<Work> {
        let top = self.0.secret.tree(TreeId::TOP).map_err(|error| map(py, &error))?;
        Ok(Work::new(Job::Leaves(top, first..end)))
    }

    /// Return the public key out of the nodes of all leaves, one after another.
    fn public_key(&self, py: Python<'_>, nodes: &Bound<'_, PyAny>) -> PyResult<Czd1PublicKey> {
        let nodes = input(nodes, "nodes")?.to_vec();
        let made = py.detach(|| {
            let top = self.0.secret.tree(TreeId::TOP)?;
            let depth = top.params().h();
            Ok(Czd1PublicKey(self.0.secret.public_key(&Tree::from_level(top, depth, nodes)?)))
        });
        made.map_err(|error| map(py, &error))
    }
}

fn sizes_of(levels: &Levels) -> (usize, u32, Vec<u32>) {
    let heights = levels.as_slice().iter().map(|level| level.h()).collect();
    (levels.top().n(), levels.top().otsbits(), heights)
}
