//! The command `quicksalt`: the native program's commands, for the Python package's command to call.

use std::ffi::OsString;

use pyo3::prelude::*;

functions!("command.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Run the command with some words, on the streams of the process; return its exit code, or None if the
/// words are for a command that this package has in Python.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>) -> Option<u8> {
    py.detach(|| quicksalt_cli::run(&words))
}

/// Return the manual pages of the command and of its native commands: names and texts.
#[pyfunction]
fn manual_pages() -> Vec<(String, String)> {
    quicksalt_cli::manual_pages()
}
