//! Detects whether this interpreter may use the classes of the native modules.
//!
//! A process can run several interpreters, either together or, if a program embeds Python, one
//! after another. PyO3 creates each class only once in a process. CPython numbers the versions of
//! classes separately in each interpreter (since 3.12), restarts the numbers after a restart of
//! Python, and looks up cached attributes by these numbers only. A class of another interpreter can
//! therefore share the number of a local class, and CPython would use the wrong attributes.
//! Functions do not have version numbers. Hence each interpreter gets the functions, but only the
//! main interpreter, before any restart, gets the classes.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyAttributeError, PyImportError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Whether the main interpreter imported this module, ended, and imported it again.
static RESTARTED: AtomicBool = AtomicBool::new(false);

/// Returns whether this interpreter gets the classes. Each import of the module calls this.
pub fn has_classes(py: Python<'_>) -> PyResult<bool> {
    static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    if is_main(py) {
        // A restart creates another `sys`; `FIRST` holds the first one alive, so its address stays
        // unique.
        let sys = py.import("sys")?;
        if !FIRST.get_or_init(py, || sys.clone().unbind()).is(&sys) {
            RESTARTED.store(true, Ordering::Relaxed);
        }
    }
    Ok(may_keep(py))
}

/// Returns whether process-wide caches belong to this interpreter.
pub fn may_keep(py: Python<'_>) -> bool {
    is_main(py) && !RESTARTED.load(Ordering::Relaxed)
}

fn is_main(_py: Python<'_>) -> bool {
    /// The ID of the main interpreter.
    const MAIN: i64 = 0;
    // SAFETY: the GIL is held, so there is a current interpreter.
    MAIN == unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) }
}

/// Raise the error for a missing name, in an interpreter without classes.
#[pyfunction]
#[pyo3(name = "__getattr__")]
pub fn lacking(name: &str) -> PyResult<()> {
    if name.starts_with("__") {
        return Err(PyAttributeError::new_err(format!("module has no attribute '{name}'")));
    }
    Err(PyImportError::new_err(format!(
        "{name} exists only in the main interpreter of a process, and not after a \
         restart of Python: hashsig, trust and the lab need the main interpreter"
    )))
}
