//! The shared object that Python imports. The bindings are a separate crate so that cargo can
//! compile them in parallel with the crates that they call; this crate compiles last.

use pyo3::prelude::*;

/// Native functions of quicksalt. Import from `quicksalt.bindings`; this module is private.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quicksalt_python::fill(module)
}
