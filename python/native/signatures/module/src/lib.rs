//! The shared object that Python imports as `quicksalt._signatures`; it compiles last, after all
//! crates that it calls.

use pyo3::prelude::*;

/// Native classes and functions of `quicksalt.hashsig` and `quicksalt.trust`. This module is
/// private.
#[pymodule(gil_used = false)]
fn _signatures(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quicksalt_python_signatures::fill(module)
}
