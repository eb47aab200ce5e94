//! `HssPublicKey`: public keys of HSS.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use quicksalt::memory;
use quicksalt_hashsig::lms::hss::PublicKey;

use super::error::map;
use super::onetime::both;
use super::reading::reading;
use quicksalt_binding::buffer::{Arg, bytes, input, inputs, items, list};
use quicksalt_binding::error::{Kind, no_memory, raise};
use quicksalt_binding::interrupt::interruptible;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HssPublicKey>()
}

/// A public key of HSS, encoded as in RFC 8554, section 6.1. For a single LMS tree, prepend the
/// number of levels, 1, as four bytes to the LMS public key.
#[pyclass(frozen, eq, hash, module = "quicksalt.hashsig")]
#[derive(Eq, Hash, PartialEq)]
pub(crate) struct HssPublicKey(pub(super) PublicKey);

impl HssPublicKey {
    fn index_of(&self, signature: Arg) -> PyResult<u64> {
        let index = self.0.index(&input(signature, "signature")?);
        index.ok_or_else(|| map(signature.py(), &quicksalt_hashsig::Error::Verification))
    }
}

#[pymethods]
impl HssPublicKey {
    #[new]
    fn new(encoded: Arg) -> PyResult<Self> {
        let bytes = input(encoded, "encoded")?;
        PublicKey::from_bytes(&bytes).map(Self).map_err(|error| map(encoded.py(), &error))
    }

    /// Raise `BadSignatureError` unless the signature is valid; the exception does not give a
    /// reason.
    fn verify(&self, py: Python<'_>, message: Arg, signature: Arg) -> PyResult<()> {
        let (message, signature) = both((message, "message"), signature)?;
        py.detach(|| self.0.verify(&message, &signature)).map_err(|error| map(py, &error))
    }

    /// Return the index of the one-time key that made a signature, counted over all levels. Raise
    /// `BadSignatureError` unless the signature is valid.
    fn index(&self, py: Python<'_>, message: Arg, signature: Arg) -> PyResult<u64> {
        let signature = bytes(py, &input(signature, "signature")?)?;
        self.verify(py, message, &signature)?;
        self.index_of(&signature)
    }

    /// Like `index`, for a streamed message: each call of `read` returns the next bytes, empty at
    /// the end.
    fn index_pieces(&self, py: Python<'_>, read: Arg, signature: Arg) -> PyResult<u64> {
        // Copy the signature: the caller's `read` could change its buffer.
        let signature = bytes(py, &input(signature, "signature")?)?;
        self.verify_pieces(py, read, &signature)?;
        self.index_of(&signature)
    }

    /// Like `verify`, for a streamed message: each call of `read` returns the next bytes, empty at
    /// the end.
    fn verify_pieces(&self, py: Python<'_>, read: Arg, signature: Arg) -> PyResult<()> {
        let signature = input(signature, "signature")?;
        let signature = &*signature;
        reading(read, |pieces| {
            let verdict = interruptible(py, || self.0.verify_pieces(pieces, signature))?;
            verdict.map_err(|error| map(py, &error))
        })
    }

    /// Return a list of booleans: whether `verify` accepts each signature for the message at the
    /// same index. This is faster than separate calls, because all signatures are hashed in
    /// parallel lanes.
    fn verify_many<'py>(
        &self,
        py: Python<'py>,
        messages: Arg,
        signatures: Arg,
    ) -> PyResult<Bound<'py, PyList>> {
        let messages = items(messages)?;
        let signatures = items(signatures)?;
        if messages.len() != signatures.len() {
            let (expected, actual) = (messages.len(), signatures.len());
            let text = format!("signatures must have {expected} items like messages, not {actual}");
            return Err(raise(py, Kind::Value, text));
        }
        let messages = inputs(&messages, "messages")?;
        let signatures = inputs(&signatures, "signatures")?;
        let pairs = messages.iter().zip(&signatures);
        let pairs = pairs.map(|(message, signature)| (&**message, &**signature));
        let signed = memory::collect(pairs).map_err(|_| no_memory())?;
        let verdicts = interruptible(py, || self.0.verify_many(&signed))?;
        list(py, verdicts.map_err(|error| map(py, &error))?)
    }

    /// The pair of LMS and LM-OTS identifiers of the top level only; the lower levels may differ
    /// between signatures.
    #[getter]
    fn top<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let params = self.0.top().params();
        PyTuple::new(py, [params.lms(), params.lmots()])
    }

    /// The number of levels of trees.
    #[getter]
    const fn levels(&self) -> u32 {
        self.0.levels()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __repr__(&self) -> String {
        let bytes = self.0.to_bytes();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("HssPublicKey(bytes.fromhex('{hex}'))")
    }
}
