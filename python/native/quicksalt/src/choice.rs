//! The native part of `quicksalt.choice`: forces, proves and times candidates.

use std::path::Path;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quicksalt::Error;
use quicksalt::choose::{self, Contract, record};
use quicksalt::hazmat::PRIMITIVES;

use quicksalt_binding::error::map;

quicksalt_binding::functions!("choice.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Bench>()
}

#[pyfunction]
fn force(py: Python<'_>, target: &str, candidate: &str) -> PyResult<()> {
    choose::force(PRIMITIVES, target, candidate).map_err(|e| map(py, &e))
}

#[pyfunction]
fn set_policy(py: Python<'_>, name: &str) -> PyResult<()> {
    let policy = name.parse().map_err(|e| map(py, &e))?;
    choose::set_policy(PRIMITIVES, policy).map_err(|e| map(py, &e))
}

#[pyfunction]
fn policy(py: Python<'_>) -> PyResult<&'static str> {
    choose::policy().map(choose::Policy::name).map_err(|e| map(py, &e))
}

/// Apply the environment variables; return a message for each setting that cannot be honoured.
#[pyfunction]
fn from_env() -> Vec<String> {
    choose::from_env(PRIMITIVES).iter().map(ToString::to_string).collect()
}

/// Return the processor's identity and features, the build ID, and whether dalek's AVX-512 backend
/// is compiled in.
#[pyfunction]
fn machine(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("cpu", choose::identity())?;
    dict.set_item("features", choose::detected().names().collect::<Vec<_>>())?;
    dict.set_item("build", record::BUILD_ID)?;
    dict.set_item("dalek_avx512", cfg!(curve25519_dalek_backend = "avx512"))?;
    Ok(dict)
}

#[pyfunction]
fn record_path(py: Python<'_>) -> PyResult<Option<Bound<'_, PyAny>>> {
    record::path().map(|path| path_object(py, &path)).transpose()
}

/// Returns a `pathlib.Path` of this interpreter. PyO3's conversion would cache the class of the
/// first interpreter that uses it.
fn path_object<'py>(py: Python<'py>, path: &Path) -> PyResult<Bound<'py, PyAny>> {
    py.import("pathlib")?.getattr("Path")?.call1((path.as_os_str(),))
}

/// The columns of a record: operation, smallest size of the size class, candidate, and the epochs
/// in the record's notation.
type Row = (String, usize, String, String);

/// Return the rows of the record in force, or `None`.
#[pyfunction]
fn record_rows() -> Option<Vec<Row>> {
    let rows = record::in_force()?;
    Some(rows.into_iter().map(|r| (r.operation, r.size, r.candidate, r.epochs)).collect())
}

/// Return the reason why the record file is ignored, or `None` if it is in use or missing.
#[pyfunction]
fn record_ignored() -> Option<String> {
    record::ignored()
}

/// Return the processor and the build of each entry in the record file.
#[pyfunction]
fn record_owners() -> Vec<(String, String)> {
    record::owners()
}

/// Write this machine's entry and discard the choices made so far. Return the path, and
/// descriptions of the entries lost from the previous file.
#[pyfunction]
fn record_save(py: Python<'_>, rows: Vec<Row>) -> PyResult<(Bound<'_, PyAny>, Vec<String>)> {
    let rows = rows
        .into_iter()
        .map(|(operation, size, candidate, epochs)| record::Row {
            operation,
            size,
            candidate,
            epochs,
        })
        .collect();
    // Disk access can be slow: release the GIL.
    let saved = py.detach(|| record::save(rows)).map_err(|e| map(py, &e))?;
    choose::forget(PRIMITIVES);
    let lost = saved.lost.iter().map(ToString::to_string).collect();
    Ok((path_object(py, &saved.path)?, lost))
}

/// A benchmark loop of one operation at one size, with a given or the chosen candidate.
#[pyclass(module = "quicksalt._native")]
struct Bench(Box<dyn choose::Bench>);

#[pymethods]
impl Bench {
    #[new]
    #[pyo3(signature = (operation, candidate, size))]
    fn new(
        py: Python<'_>,
        operation: &str,
        candidate: Option<&str>,
        size: usize,
    ) -> PyResult<Self> {
        let (primitive, operations) =
            choose::find(PRIMITIVES, operation).map_err(|e| map(py, &e))?;
        let bench = index(primitive, candidate)
            .and_then(|index| primitive.bench(operations[0], index, size));
        bench.map(Self).map_err(|e| map(py, &e))
    }

    /// Run the operation `iterations` times, holding the GIL.
    fn run(&mut self, py: Python<'_>, iterations: u64) -> PyResult<()> {
        self.0.run(iterations).map_err(|e| map(py, &e))
    }

    /// Return the output of the last iteration.
    fn output<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.output())
    }
}

fn index(
    primitive: &'static dyn Contract,
    candidate: Option<&str>,
) -> quicksalt::Result<Option<usize>> {
    let Some(name) = candidate else { return Ok(None) };
    let position = (0..primitive.len()).position(|i| primitive.meta(i).name == name);
    position
        .map(Some)
        .ok_or_else(|| Error::Unusable(format!("{}: unknown candidate {name:?}", primitive.name())))
}
