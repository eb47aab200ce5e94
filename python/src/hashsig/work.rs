//! Work on public keys that can be handed to another thread, process or machine.

use alloc::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd0::{ChainStarts, Params};

use super::error::map;
use crate::buffer::input;
use crate::error::{Kind, raise};

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Work>()?;
    module.add_function(wrap_pyfunction!(hashsig_perform, module)?)?;
    module.add_function(wrap_pyfunction!(hashsig_work, module)?)
}

/// What is to be computed. Each holds the secrets of the one-time keys that it is about and no
/// other.
pub(super) enum Job {
    /// The public keys of one-time keys of coinZdense; all of one size.
    Czd0(Vec<ChainStarts>),
}

/// The first byte of pickled work.
const CZD0: u8 = b'0';

/// A piece of work: called, it returns the bytes computed. It can be pickled, which writes its
/// secrets, and shows none of them otherwise.
#[pyclass(frozen, name = "HashsigWork", module = "quicksalt._native")]
pub(super) struct Work(Arc<Job>);

impl Job {
    fn run(&self) -> Result<Vec<u8>> {
        match self {
            Self::Czd0(starts) => Ok(ChainStarts::public_keys(starts)?.concat()),
        }
    }
}

impl Work {
    pub(super) fn new(job: Job) -> Self {
        Self(Arc::new(job))
    }

    pub(super) fn job(&self) -> Arc<Job> {
        Arc::clone(&self.0)
    }

    fn to_bytes(&self) -> Wiped<Vec<u8>> {
        match &*self.0 {
            Job::Czd0(starts) => {
                let params = starts.first().map(ChainStarts::params);
                let (hashlen, otsbits) = params.map_or((0, 0), |p| (p.hashlen(), p.otsbits()));
                let each = params.map_or(0, Params::data_signature_len);
                // The room is taken at once: a vector that grows leaves copies behind.
                let mut bytes = Wiped::new(Vec::with_capacity(3 + starts.len() * each));
                bytes.extend([CZD0, hashlen as u8, otsbits as u8]);
                for starts in starts {
                    bytes.extend_from_slice(&starts.to_bytes());
                }
                bytes
            }
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes.split_first()? {
            (&CZD0, rest) => czd0(rest),
            _ => None,
        }
        .map(Self::new)
    }
}

fn czd0(bytes: &[u8]) -> Option<Job> {
    let (&[hashlen, otsbits], rest) = bytes.split_first_chunk()?;
    let params = Params::new(hashlen.into(), otsbits.into()).ok()?;
    if rest.is_empty() {
        return None;
    }
    let starts = rest.chunks(params.data_signature_len());
    let starts = starts.map(|bytes| ChainStarts::from_bytes(params, bytes));
    Some(Job::Czd0(starts.collect::<Result<_>>().ok()?))
}

#[pymethods]
impl Work {
    fn __call__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        super::onetime::bytes(py, py.detach(|| self.0.run()))
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

/// Return what each of the pieces of work comes to. Done together they are done faster.
#[pyfunction]
fn hashsig_perform<'py>(
    py: Python<'py>,
    work: Vec<Bound<'py, Work>>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let jobs: Vec<_> = work.iter().map(|work| &*work.get().0).collect();
    let results = py.detach(|| perform(&jobs)).map_err(|error| map(py, &error))?;
    Ok(results.iter().map(|result| PyBytes::new(py, result)).collect())
}

/// The results of all jobs. Single one-time keys next to each other are computed together.
pub(super) fn perform(jobs: &[&Job]) -> Result<Vec<Vec<u8>>> {
    let single = |job: &Job| matches!(job, Job::Czd0(starts) if starts.len() == 1);
    let mut results = Vec::with_capacity(jobs.len());
    for run in jobs.chunk_by(|a, b| single(a) && single(b)) {
        if let [job] = run {
            results.push(job.run()?);
            continue;
        }
        let starts = run.iter().flat_map(|job| match job {
            Job::Czd0(starts) => starts.as_slice(),
        });
        let starts: Vec<_> = starts.cloned().collect();
        results.append(&mut ChainStarts::public_keys(&starts)?);
    }
    Ok(results)
}
