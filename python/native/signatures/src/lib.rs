//! The bindings of the Python package `quicksalt-signatures`: hash-based signatures and the trust store. The crate in
//! `module/` makes a Python module of them.

extern crate alloc;

mod command;
mod hashsig;
mod trust;

use pyo3::prelude::*;
use quicksalt_binding::{chooser, interpreter, interrupt};

/// Puts all classes and functions into the module `quicksalt._signatures`, which follows the choices of
/// `quicksalt._native`. An interpreter that can have no classes gets a sentence that says so.
///
/// # Errors
/// What Python raises; `ImportError` if `quicksalt._native` is of another build.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    chooser::follow(module)?;
    command::register(module)?;
    if !interpreter::has_classes(module.py())? {
        return module.add_function(wrap_pyfunction!(interpreter::lacking, module)?);
    }
    hashsig::register(module)?;
    interrupt::register(module)?;
    trust::register(module)
}
