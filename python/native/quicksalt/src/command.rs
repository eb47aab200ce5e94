//! The native file commands of `quicksalt`, called by the command of the Python package.

use std::ffi::OsString;

use pyo3::prelude::*;
use quicksalt_cli::PROGRAM;
use quicksalt_command::{pages, run};

quicksalt_binding::functions!("command.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Run the command with the given arguments on the standard streams of the process; return its exit
/// code, or None if the command belongs to another distribution.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>) -> Option<u8> {
    py.detach(|| run(&PROGRAM, &words))
}

/// Return the manual pages of `quicksalt` and its native commands, as pairs of name and text.
#[pyfunction]
fn manual_pages() -> Vec<(String, String)> {
    pages(&PROGRAM)
}
