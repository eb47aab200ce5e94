//! Which of the interpreters of a process this is.
//!
//! A process can have several interpreters, one beside another or, in a program that embeds
//! Python, one after another. PyO3 makes each class once in a process and never again. CPython
//! counts the versions of classes apart in every interpreter (since 3.12) and from the beginning
//! after a restart, and its caches of attributes go by these numbers alone: a class of elsewhere
//! can have the number of another one, whose attributes are then taken for its own. Functions have
//! no such numbers. So every interpreter gets the functions, and the classes go to the main
//! interpreter alone, before any restart.
#![allow(unsafe_code)]

use pyo3::exceptions::{PyAttributeError, PyImportError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Whether this interpreter gets the classes.
pub(crate) fn has_classes(py: Python<'_>) -> PyResult<bool> {
    // SAFETY: an interpreter is held, so that there is a current one.
    let number = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    Ok(number == MAIN && is_first_run(py)?)
}

/// The main interpreter's number.
const MAIN: i64 = 0;

/// Whether the main interpreter is still the one that asked first: after a restart it has another
/// `sys`, and the first stays where it is.
fn is_first_run(py: Python<'_>) -> PyResult<bool> {
    static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let sys = py.import("sys")?;
    Ok(FIRST.get_or_init(py, || sys.clone().unbind()).is(&sys))
}

/// What the module says, in an interpreter without classes, of a name that it lacks there.
#[pyfunction]
#[pyo3(name = "__getattr__")]
pub(crate) fn lacking(name: &str) -> PyResult<()> {
    if name.starts_with("__") {
        return Err(PyAttributeError::new_err(format!("quicksalt._native has no {name}")));
    }
    Err(PyImportError::new_err(format!(
        "quicksalt._native.{name} is in the main interpreter of a process alone and not there \
         again after a restart of Python: hashsig, trust and the lab work nowhere else"
    )))
}
