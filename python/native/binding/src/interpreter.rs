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

use core::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyAttributeError, PyImportError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Whether the main interpreter has imported this module, ended, and imported it again.
static RESTARTED: AtomicBool = AtomicBool::new(false);

/// Whether this interpreter gets the classes. Every import of the module asks.
pub fn has_classes(py: Python<'_>) -> PyResult<bool> {
    static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    if is_main(py) {
        // After a restart there is another `sys`; the first stays where it is.
        let sys = py.import("sys")?;
        if !FIRST.get_or_init(py, || sys.clone().unbind()).is(&sys) {
            RESTARTED.store(true, Ordering::Relaxed);
        }
    }
    Ok(may_keep(py))
}

/// Whether what is kept for the life of the process belongs to this interpreter.
pub fn may_keep(py: Python<'_>) -> bool {
    is_main(py) && !RESTARTED.load(Ordering::Relaxed)
}

fn is_main(_py: Python<'_>) -> bool {
    /// The main interpreter's number.
    const MAIN: i64 = 0;
    // SAFETY: an interpreter is held, so that there is a current one.
    MAIN == unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) }
}

/// What the module says, in an interpreter without classes, of a name that it lacks there.
#[pyfunction]
#[pyo3(name = "__getattr__")]
pub fn lacking(name: &str) -> PyResult<()> {
    if name.starts_with("__") {
        return Err(PyAttributeError::new_err(format!("this module has no {name}")));
    }
    Err(PyImportError::new_err(format!(
        "{name} is in the main interpreter of a process alone and not there \
         again after a restart of Python: hashsig, trust and the lab work nowhere else"
    )))
}
