//! The native module of the Python package: parses arguments, calls the library, maps errors.

mod buffer;
mod choice;
mod error;
mod stream;

use pyo3::prelude::*;

/// Native functions of quicksalt. Import from `quicksalt.bindings`; this module is private.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    stream::register(module)?;
    choice::register(module)
}
