//! XMSS and XMSS^MT.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt_hashsig::xmss::{self, Variant};

use super::error::map;
use super::onetime::both;
use quicksalt_binding::buffer::{Arg, input};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("XmssPublicKey", module.py().get_type::<PublicKey>())
}

/// A public key of XMSS or, with `multi_tree`, of XMSS^MT (RFC 8391). The identifiers of the two
/// overlap, so the encoding does not distinguish them.
#[pyclass(frozen, eq, hash, name = "PublicKey", module = "quicksalt.hashsig.xmss")]
#[derive(Eq, Hash, PartialEq)]
struct PublicKey(xmss::PublicKey, Variant);

#[pymethods]
impl PublicKey {
    #[new]
    #[pyo3(signature = (public_key, multi_tree=false))]
    fn new(public_key: Arg, multi_tree: bool) -> PyResult<Self> {
        let variant = if multi_tree { Variant::XmssMt } else { Variant::Xmss };
        let parsed = xmss::PublicKey::from_bytes(variant, &input(public_key, "public_key")?);
        parsed.map(|key| Self(key, variant)).map_err(|error| map(public_key.py(), &error))
    }

    /// Whether the key is an XMSS^MT key.
    #[getter]
    fn multi_tree(&self) -> bool {
        self.1 == Variant::XmssMt
    }

    /// Raise `BadSignatureError` unless the signature is valid for the message.
    fn verify(&self, py: Python<'_>, message: Arg, signature: Arg) -> PyResult<()> {
        let (message, signature) = both((message, "message"), signature)?;
        py.detach(|| self.0.verify(&message, &signature)).map_err(|error| map(py, &error))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, bool) {
        (self.__bytes__(py), self.multi_tree())
    }
}
