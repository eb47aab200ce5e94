//! Computation of public keys that can move to another thread, process or machine.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd0::{ChainStarts, LevelKey, Params};
use quicksalt_hashsig::fork::Process;

use super::error::map;
use super::secret::OneTimeSecret;
use quicksalt_binding::buffer::{Arg, Output, bytes, input};
use quicksalt_binding::error::{Kind, raise};
use quicksalt_binding::interrupt::interruptible;

quicksalt_binding::functions!("hashsig/work.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Work>()?;
    add_functions(module)
}

/// A sequence of one-time keys whose public keys are to be computed.
///
/// Within this process a job refers to its key. Only the chain starts of these one-time keys leave
/// the process, and nothing from which other keys follow.
pub(super) enum Job {
    Level(Arc<LevelKey>, Range<u32>),
    OneTime(Arc<OneTimeSecret>),
    Starts(Vec<ChainStarts>),
}

impl Job {
    /// Returns the chain starts of the job's one-time keys.
    fn starts(&self) -> Result<Cow<'_, [ChainStarts]>> {
        Ok(match self {
            Self::Level(key, range) => Cow::Owned(key.chain_starts(range.clone())?),
            Self::OneTime(secret) => Cow::Owned(vec![secret.key()?.chain_starts()?]),
            Self::Starts(starts) => Cow::Borrowed(starts),
        })
    }

    /// Returns the concatenated public keys.
    pub(super) fn perform(&self) -> Result<Vec<u8>> {
        Ok(ChainStarts::public_keys(&self.starts()?)?.concat())
    }

    /// Encodes the sizes, followed by the chain starts of each one-time key.
    fn to_bytes(&self) -> Result<Wiped<Vec<u8>>> {
        let starts = self.starts()?;
        let params = starts.first().map(ChainStarts::params);
        let (hashlen, otsbits) = params.map_or((0, 0), |p| (p.hashlen(), p.otsbits()));
        let each = params.map_or(0, Params::data_signature_len);
        // Reserve the full capacity: a growing vector would leave unwiped copies in memory.
        let mut bytes = Wiped::new(Vec::with_capacity(2 + starts.len() * each));
        bytes.extend([hashlen as u8, otsbits as u8]);
        for starts in starts.iter() {
            bytes.extend_from_slice(&starts.to_bytes());
        }
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[hashlen, otsbits], rest) = bytes.split_first_chunk()?;
        let params = Params::new(hashlen.into(), otsbits.into()).ok()?;
        if rest.is_empty() {
            return None;
        }
        let starts = rest.chunks(params.data_signature_len());
        let starts = starts.map(|bytes| ChainStarts::from_bytes(params, bytes));
        Some(Self::Starts(starts.collect::<Result<_>>().ok()?))
    }
}

/// A piece of work; calling it returns the computed bytes. Pickling writes its secrets; no other
/// operation reveals them.
#[pyclass(frozen, name = "HashsigWork", module = "quicksalt._signatures")]
pub(super) struct Work(Arc<Job>);

impl Work {
    pub(super) fn new(job: Job) -> Self {
        Self(Arc::new(job))
    }

    pub(super) fn job(&self) -> Arc<Job> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl Work {
    fn __call__<'py>(&self, py: Python<'py>) -> Output<'py> {
        let result = interruptible(py, || self.0.perform())?.map_err(|error| map(py, &error))?;
        bytes(py, &result)
    }

    fn __repr__(&self) -> &'static str {
        "<work on a public key>"
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let make = py.import("quicksalt._signatures")?.getattr("hashsig_work")?;
        let state = slf.get().0.to_bytes().map_err(|error| map(py, &error))?;
        Ok((make, (bytes(py, &state)?,)))
    }
}

/// Return a number that distinguishes this process from its parents and children by fork. A process
/// ID does not: a new PID namespace can repeat it, and IDs wrap around.
#[pyfunction]
fn hashsig_process() -> u64 {
    Process::current().number()
}

/// Return the work that was pickled as `state`.
#[pyfunction]
fn hashsig_work(state: Arg) -> PyResult<Work> {
    let text = "state must come from a pickled HashsigWork";
    let bytes = input(state, "state")?;
    let job = Job::from_bytes(&bytes).ok_or_else(|| raise(state.py(), Kind::Value, text))?;
    Ok(Work::new(job))
}

/// Return the result of each piece of work.
#[pyfunction]
fn hashsig_perform<'py>(
    py: Python<'py>,
    work: Vec<Bound<'py, Work>>,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let jobs: Vec<_> = work.iter().map(|work| &*work.get().0).collect();
    let perform = || jobs.iter().map(|job| job.perform()).collect::<Result<Vec<_>>>();
    let results = interruptible(py, perform)?.map_err(|error| map(py, &error))?;
    results.iter().map(|result| bytes(py, result)).collect()
}
