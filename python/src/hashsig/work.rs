//! Work on public keys that can be handed to another thread, process or machine.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd0::{ChainStarts, Params};

use crate::buffer::input;
use crate::error::{Kind, raise};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Work>()?;
    module.add_function(wrap_pyfunction!(hashsig_work, module)?)
}

/// What is to be computed. Each holds the secrets of the one-time keys that it is about and no
/// other.
pub(super) enum Job {
    /// The public keys of one-time keys of coinZdense; all of one size.
    Czd0(Vec<ChainStarts>),
}

/// A piece of work: called, it returns the bytes computed. It can be pickled, which writes its
/// secrets, and shows none of them otherwise.
#[pyclass(frozen, name = "HashsigWork", module = "quicksalt._native")]
pub(super) struct Work(Job);

impl Work {
    pub(super) const fn new(job: Job) -> Self {
        Self(job)
    }

    fn run(&self) -> Result<Vec<u8>> {
        match &self.0 {
            Job::Czd0(starts) => Ok(ChainStarts::public_keys(starts)?.concat()),
        }
    }

    fn to_bytes(&self) -> Wiped<Vec<u8>> {
        match &self.0 {
            Job::Czd0(starts) => {
                let room = starts.iter().map(|starts| starts.to_bytes().len()).sum::<usize>();
                let mut bytes = Wiped::new(Vec::with_capacity(3 + room));
                let params = starts.first().map(ChainStarts::params);
                let (hashlen, otsbits) = params.map_or((0, 0), |p| (p.hashlen(), p.otsbits()));
                bytes.extend([b'0', hashlen as u8, otsbits as u8]);
                for starts in starts {
                    bytes.extend_from_slice(&starts.to_bytes());
                }
                bytes
            }
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[b'0', hashlen, otsbits], rest) = bytes.split_first_chunk()? else { return None };
        let params = Params::new(hashlen.into(), otsbits.into()).ok()?;
        let each = params.data_signature_len();
        if rest.is_empty() {
            return None;
        }
        let starts = rest.chunks(each).map(|bytes| ChainStarts::from_bytes(params, bytes));
        Some(Self(Job::Czd0(starts.collect::<Result<_>>().ok()?)))
    }
}

#[pymethods]
impl Work {
    fn __call__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        super::onetime::bytes(py, py.detach(|| self.run()))
    }

    fn __repr__(&self) -> &'static str {
        "<work on a public key>"
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let make = py.import("quicksalt._native")?.getattr("hashsig_work")?;
        Ok((make, (PyBytes::new(py, &slf.get().to_bytes()),)))
    }
}

/// Return the work that was pickled as these bytes.
#[pyfunction]
fn hashsig_work(state: &Bound<'_, PyAny>) -> PyResult<Work> {
    let text = "state must be what a piece of work was pickled as";
    let bytes = input(state, "state")?;
    Work::from_bytes(&bytes).ok_or_else(|| raise(state.py(), Kind::Value, text))
}
