//! The native commands for signatures and certificates, called by the command of the Python
//! package.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quicksalt_cli::{PROGRAM as FILES, SPEED_OF_PROGRAMS, SPEED_OF_QUICKSALT};
use quicksalt_command::{Program, pages, run};
use quicksalt_signatures_command::TABLE;
use quicksalt_signatures_command::trust::{Asked, Outside, provide};

quicksalt_binding::functions!("command.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

static PROGRAM: Program =
    Program { tables: &[&TABLE, &SPEED_OF_PROGRAMS, &SPEED_OF_QUICKSALT], ..FILES };

/// Run the command with the given arguments on the standard streams of the process; return its exit
/// code, or None if the command belongs to another distribution.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>) -> PyResult<Option<u8>> {
    if words.iter().any(|word| word.as_encoded_bytes().starts_with(b"--connect")) {
        // Python treats the thread that first imports `threading` as the main thread and waits for
        // it at exit, so import it here.
        py.import("threading")?;
    }
    provide(Outside { fetch, certifi });
    Ok(py.detach(|| run(&PROGRAM, &words)))
}

/// Fetches the certificate chain of a server with Python's `ssl`. The command calls this in a
/// separate thread.
fn fetch(asked: &Asked) -> Result<Vec<Vec<u8>>, String> {
    Python::attach(|py| {
        let ask = || -> PyResult<Vec<Vec<u8>>> {
            let options = PyDict::new(py);
            options.set_item("server_name", &asked.server_name)?;
            let fetch = py.import("quicksalt.trust")?.getattr("fetch_chain")?;
            fetch.call((&asked.host, asked.port), Some(&options))?.extract()
        };
        ask().map_err(|error| said(py, &error))
    })
}

/// Returns the path of certifi's bundle.
fn certifi() -> Result<PathBuf, String> {
    Python::attach(|py| {
        let find = || py.import("quicksalt.trust.files")?.getattr("certifi_bundle")?.call0();
        find().and_then(|path| path.extract()).map_err(|error| said(py, &error))
    })
}

/// Returns the message of an exception, without the error number of an `OSError`.
fn said(py: Python<'_>, error: &PyErr) -> String {
    let value = error.value(py);
    let text = value.getattr("strerror").ok().filter(|_| error.is_instance_of::<PyOSError>(py));
    let text = text.and_then(|text| text.extract::<Option<String>>().ok().flatten());
    text.unwrap_or_else(|| value.to_string())
}

/// Return the manual pages of these commands, as pairs of name and text.
#[pyfunction]
fn manual_pages() -> Vec<(String, String)> {
    let all = pages(&PROGRAM);
    all.into_iter().filter(|(name, _)| name != PROGRAM.name).collect()
}
