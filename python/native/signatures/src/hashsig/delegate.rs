//! Sub-keys: `hss_delegate` and `HssCertificate`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyRange};
use quicksalt_hashsig::keyspace::Certificate;
use quicksalt_hashsig::pool::Pool;

use super::error::map;
use super::keygen::{Identifiers, levels_of};
use super::public::HssPublicKey;
use super::signing::HashsigSigningKey;
use super::store::{KeySpace, py_range};
use super::store_error::map_signing;
use quicksalt_binding::buffer::{Arg, input};
use quicksalt_binding::interrupt::interruptible;

quicksalt_binding::functions!("hashsig/delegate.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HssCertificate>()?;
    add_functions(module)
}

/// A parent key's signed statement that a sub-key belongs to it. Call `verify` before trusting any
/// of its content.
///
/// Certificates of the first version are rejected, because a parent's signature of a chosen message
/// can be presented as a first-version certificate. `first_version` accepts them; use it only if
/// the parent never signed messages chosen by others.
#[pyclass(frozen, module = "quicksalt.hashsig")]
pub(crate) struct HssCertificate(Certificate);

#[pymethods]
impl HssCertificate {
    #[new]
    #[pyo3(signature = (encoded, *, first_version = false))]
    fn new(encoded: Arg, first_version: bool) -> PyResult<Self> {
        let bytes = input(encoded, "encoded")?;
        let read = if first_version {
            Certificate::from_bytes_of_any_version
        } else {
            Certificate::from_bytes
        };
        read(&bytes).map(Self).map_err(|error| map(encoded.py(), &error))
    }

    /// Return the sub-key's public key. Raise `BadSignatureError` if the key with the public key
    /// `parent` did not issue the certificate.
    fn verify(&self, py: Python<'_>, parent: PyRef<'_, HssPublicKey>) -> PyResult<HssPublicKey> {
        let parent = &parent.0;
        let verified = py.detach(|| self.0.verify(parent).copied());
        verified.map(HssPublicKey).map_err(|error| map(py, &error))
    }

    /// The name of the parent's allocation that the sub-key signs for.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The parent's indices that the sub-key takes over.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyRange>> {
        py_range(py, self.0.range())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }
}

/// Create a sub-key with the given levels that signs for the allocation `name` of a key; return its
/// seed and the parent's certificate for it. This uses up the rest of the allocation and one
/// signature of `key`.
#[pyfunction]
fn hss_delegate<'py>(
    py: Python<'py>,
    space: PyRef<'py, KeySpace>,
    key: PyRef<'py, HashsigSigningKey>,
    name: &str,
    levels: Identifiers,
) -> PyResult<(Bound<'py, PyBytes>, HssCertificate)> {
    let key = key.key().map_err(|error| map_signing(py, error))?;
    let space = space.0.clone();
    let delegated = interruptible(py, || {
        let (levels, pool) = (levels_of(&levels)?, Pool::new(0));
        key.delegate(&space, name, &levels, Some(&pool))
    })?;
    let (seed, certificate) = delegated.map_err(|error| map_signing(py, error))?;
    Ok((PyBytes::new(py, &*seed), HssCertificate(certificate)))
}
