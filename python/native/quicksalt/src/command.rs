//! The command `quicksalt`: the native program's commands of files, for the Python package's command to call.

use std::ffi::OsString;

use pyo3::prelude::*;
use quicksalt_cli::PROGRAM;
use quicksalt_command::{pages, run};

quicksalt_binding::functions!("command.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Run the command with some words, on the streams of the process; return its exit code, or None if the words are
/// for a command of another distribution.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<OsString>) -> Option<u8> {
    py.detach(|| run(&PROGRAM, &words))
}

/// Return the manual pages of the command and of its native commands: names and texts.
#[pyfunction]
fn manual_pages() -> Vec<(String, String)> {
    pages(&PROGRAM)
}
