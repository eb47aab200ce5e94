//! `Czd1PublicKey` and `Czd1SigningKey`: czd1 over a store.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use quicksalt_hashsig::czd1::{
    Levels, Params, PublicKey, SEED_LEN, SecretKey, Signer, Tree, TreeId, TreeSeed,
};
use quicksalt_hashsig::signing::{Error, Result};
use quicksalt_hashsig::store::Store;

use super::args::size;
use super::error::map;
use super::signing::Place;
use super::store_error::map_signing;
use super::work::{Job, Work};
use crate::buffer::{exact, input};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Czd1Keygen>()?;
    module.add_class::<Czd1PublicKey>()?;
    module.add_class::<Czd1SigningKey>()
}

/// A public key of czd1.
#[pyclass(frozen, eq, hash, module = "quicksalt._native")]
#[derive(Eq, Hash, PartialEq)]
pub(crate) struct Czd1PublicKey(PublicKey);

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
        let (message, signature) = (input(message, "message")?, input(signature, "signature")?);
        let (message, signature) = (&*message, &*signature);
        let verified = py.detach(|| self.0.verify(message, signature));
        verified.map_err(|error| map(py, &error))
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

/// The generation of a key, in pieces that somebody else can do.
#[pyclass(frozen, module = "quicksalt._native")]
pub(crate) struct Czd1Keygen {
    secret: SecretKey,
    top: TreeSeed,
}

#[pymethods]
impl Czd1Keygen {
    #[new]
    fn new(py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<Self> {
        let secret = SecretKey::from_bytes(&input(secret, "secret")?);
        let made = secret.and_then(|secret| Ok(Self { top: secret.tree(TreeId::TOP)?, secret }));
        made.map_err(|error| map(py, &error))
    }

    /// How many leaves the top tree has.
    #[getter]
    fn leaves(&self) -> u32 {
        self.top.params().leaves()
    }

    /// Return what computes the nodes of some leaves of the top tree.
    fn work(&self, first: u32, end: u32) -> Work {
        Work::new(Job::Leaves(self.top.clone(), first..end))
    }

    /// Return the public key out of the nodes of all leaves, one after another.
    fn public_key(&self, py: Python<'_>, nodes: &Bound<'_, PyAny>) -> PyResult<Czd1PublicKey> {
        let nodes = input(nodes, "nodes")?.to_vec();
        let made = py.detach(|| {
            let top = Tree::from_level(self.top.clone(), self.top.params().h(), nodes)?;
            Ok(Czd1PublicKey(Signer::new(self.secret.clone(), top)?.public_key()))
        });
        made.map_err(|error| map(py, &error))
    }
}

/// A key that signs. Each signature, or each list of them, is one reservation.
#[pyclass(frozen, module = "quicksalt._native")]
pub(crate) struct Czd1SigningKey {
    public_key: PublicKey,
    /// None once it is closed.
    inner: Mutex<Option<Inner>>,
}

struct Inner {
    signer: Signer,
    store: Box<dyn Store>,
}

#[pymethods]
impl Czd1SigningKey {
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
        let params = heights.into_iter().map(|height| Params::new(n, b, height));
        let levels = params
            .collect::<quicksalt_hashsig::Result<Vec<_>>>()
            .and_then(|params| Levels::new(&params));
        let levels = levels.map_err(|error| map(py, &error))?;
        let seed = seed.map(|seed| exact::<[u8; SEED_LEN]>(seed, "seed", SEED_LEN)).transpose()?;
        let secret = match seed {
            Some(seed) => SecretKey::from_seed(levels, &seed),
            None => SecretKey::generate(levels),
        };
        Ok(PyBytes::new(py, &secret.map_err(|error| map(py, &error))?.to_bytes()))
    }

    /// Compute the top tree of a secret key whose indices a store gives out.
    #[new]
    fn new(py: Python<'_>, secret: &Bound<'_, PyAny>, store: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (secret, place) = (input(secret, "secret")?, Place::new(store)?);
        let secret = &*secret;
        let made = py.detach(|| -> Result<Self> {
            let signer = Signer::generate(SecretKey::from_bytes(secret)?)?;
            let (public_key, store) = (signer.public_key(), place.store()?);
            Ok(Self { public_key, inner: Mutex::new(Some(Inner { signer, store })) })
        });
        made.map_err(|error| map_signing(py, error))
    }

    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.sign_many(py, vec![message.clone()])?.get_item(0)
    }

    fn sign_many<'py>(
        &self,
        py: Python<'py>,
        messages: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let inputs = messages.iter().map(|message| input(message, "message"));
        let inputs = inputs.collect::<PyResult<Vec<_>>>()?;
        let messages: Vec<&[u8]> = inputs.iter().map(|message| &**message).collect();
        // The store may need the interpreter while the lock is held.
        let signed = py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.as_mut().map_or(Err(Error::Closed), |inner| inner.sign(&messages))
        });
        let signed = signed.map_err(|error| map_signing(py, error))?;
        PyList::new(py, signed.iter().map(|signature| PyBytes::new(py, signature)))
    }

    /// Let go of the store and forget the secret.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.inner.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    #[getter]
    fn public_key(&self) -> Czd1PublicKey {
        Czd1PublicKey(self.public_key.clone())
    }
}

impl Inner {
    /// One reservation for all; what an error leaves of it is lost.
    fn sign(&mut self, mut messages: &[&[u8]]) -> Result<Vec<Vec<u8>>> {
        let mut signatures = Vec::with_capacity(messages.len());
        if messages.is_empty() {
            return Ok(signatures);
        }
        let mut reservation = self.store.reserve(messages.len() as u64)?;
        while !messages.is_empty() {
            let first = reservation.range().start;
            let stack = self.signer.stack(first)?;
            let fit = usize::try_from(stack.span().end - first).unwrap_or(usize::MAX);
            let (now, later) = messages.split_at(fit.min(messages.len()));
            let indices = reservation.take_many(now.len())?;
            signatures.append(&mut stack.sign(indices, now.iter().copied())?);
            messages = later;
        }
        Ok(signatures)
    }
}

fn sizes_of(levels: &Levels) -> (usize, u32, Vec<u32>) {
    let heights = levels.as_slice().iter().map(|level| level.h()).collect();
    (levels.top().n(), levels.top().otsbits(), heights)
}
