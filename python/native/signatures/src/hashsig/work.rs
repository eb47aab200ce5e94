//! Work on public keys that can be handed to another thread, process or machine.

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

/// Of which one-time keys the public keys are to be computed, one after another.
///
/// Within this process a job refers to the key that it is about. Whatever leaves the process is the
/// starts of the chains of these one-time keys and nothing that others follow from.
pub(super) enum Job {
    Level(Arc<LevelKey>, Range<u32>),
    OneTime(Arc<OneTimeSecret>),
    Starts(Vec<ChainStarts>),
}

impl Job {
    /// What there is to do.
    fn starts(&self) -> Result<Cow<'_, [ChainStarts]>> {
        Ok(match self {
            Self::Level(key, range) => Cow::Owned(key.chain_starts(range.clone())?),
            Self::OneTime(secret) => Cow::Owned(vec![secret.key()?.chain_starts()?]),
            Self::Starts(starts) => Cow::Borrowed(starts),
        })
    }

    /// The public keys one after another.
    pub(super) fn perform(&self) -> Result<Vec<u8>> {
        Ok(ChainStarts::public_keys(&self.starts()?)?.concat())
    }

    /// The sizes, and then the starts of each one-time key.
    fn to_bytes(&self) -> Result<Wiped<Vec<u8>>> {
        let starts = self.starts()?;
        let params = starts.first().map(ChainStarts::params);
        let (hashlen, otsbits) = params.map_or((0, 0), |p| (p.hashlen(), p.otsbits()));
        let each = params.map_or(0, Params::data_signature_len);
        // The room is taken at once: a vector that grows leaves copies behind.
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

/// A piece of work: called, it returns the bytes computed. It can be pickled, which writes its
/// secrets, and shows none of them otherwise.
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

/// Return a number that tells this process from those it was forked from and those forked from it. A
/// process id does not: it is the same in a new namespace, and comes round.
#[pyfunction]
fn hashsig_process() -> u64 {
    Process::current().number()
}

/// Return the work that was pickled as these bytes.
#[pyfunction]
fn hashsig_work(state: Arg) -> PyResult<Work> {
    let text = "state must be what a piece of work was pickled as";
    let bytes = input(state, "state")?;
    let job = Job::from_bytes(&bytes).ok_or_else(|| raise(state.py(), Kind::Value, text))?;
    Ok(Work::new(job))
}

/// Return what each of the pieces of work comes to.
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
