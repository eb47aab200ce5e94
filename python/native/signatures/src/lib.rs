//! The bindings of the Python package `quicksalt-signatures`: hash-based signatures and the trust
//! store. The crate in `module/` builds them as a Python module.

extern crate alloc;

mod command;
mod hashsig;
mod trust;

use pyo3::prelude::*;
use quicksalt_binding::{chooser, interpreter, interrupt};

/// Adds all classes and functions to the module `quicksalt._signatures`, which follows the choices
/// of `quicksalt._native`. In an interpreter that may not use classes, it adds a function that
/// raises an explanation.
///
/// # Errors
/// Any Python exception; `ImportError` if `quicksalt._native` comes from another build.
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
