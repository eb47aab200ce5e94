//! The bindings of the Python package: parse arguments, call the library, map errors. The crate in
//! `module/` makes a Python module of them.

extern crate alloc;

mod aead;
mod auth;
mod boxes;
mod buffer;
mod choice;
mod error;
mod generichash;
mod hash;
mod hashsig;
mod kx;
mod onetimeauth;
mod random;
mod scalarmult;
mod sealedbox;
mod secretbox;
mod sign;
mod stream;
mod trust;
mod utils;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Puts all functions and classes into the module `quicksalt._native`.
///
/// # Errors
/// `ImportError` in a second interpreter of the process, and what Python raises.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    only_in_one_interpreter(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    aead::register(module)?;
    auth::register(module)?;
    boxes::register(module)?;
    choice::register(module)?;
    generichash::register(module)?;
    hash::register(module)?;
    hashsig::register(module)?;
    kx::register(module)?;
    onetimeauth::register(module)?;
    random::register(module)?;
    scalarmult::register(module)?;
    sealedbox::register(module)?;
    secretbox::register(module)?;
    sign::register(module)?;
    stream::register(module)?;
    trust::register(module)?;
    utils::register(module)
}

/// Classes that native code keeps belong to the interpreter that made them, so that another one
/// of the same process must not meet them. Every interpreter has a `sys` of its own.
fn only_in_one_interpreter(py: Python<'_>) -> PyResult<()> {
    static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let sys = py.import("sys")?;
    if FIRST.get_or_init(py, || sys.clone().unbind()).is(&sys) {
        return Ok(());
    }
    Err(PyImportError::new_err("quicksalt works in one interpreter of a process only"))
}
