//! The shared object that Python imports. The bindings are a crate of their own, since cargo
//! compiles that beside the crates that it calls, and this one only after all of them.

use pyo3::prelude::*;

/// Native functions of quicksalt. Import from `quicksalt.bindings`; this module is private.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quicksalt_python::fill(module)
}
