//! The shared object that Python imports. The bindings are a separate crate so that cargo can
//! compile them in parallel with the crates that they call; this crate compiles last.

use pyo3::prelude::*;

/// Native functions of quicksalt. This module is private: import from `quicksalt.bindings`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quicksalt_python::fill(module)
}
