//! The capsule by which the native modules of a process share one choice.
#![allow(unsafe_code)]

use core::ffi::CStr;
use core::ptr;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use quicksalt::choose::{self, Chooser};
use quicksalt::hazmat::PRIMITIVES;

use crate::error::map;

/// The name of the capsule and, behind the last dot, the version of what is in it.
const NAME: &CStr = c"quicksalt.chooser.1";

/// The attribute of `quicksalt._native` that is the capsule.
const ATTRIBUTE: &str = "_chooser";

crate::functions!("chooser.rs");

/// A list with an object for each operation, as JSON; `quicksalt.choice.explain` gives it types. Every module tells
/// what it runs itself.
#[pyfunction]
fn explain(py: Python<'_>) -> String {
    py.detach(|| choose::json(&choose::explain(PRIMITIVES)))
}

/// Puts the capsule into the module that owns the choice.
///
/// # Errors
/// What Python raises.
pub fn offer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let chooser: *const Chooser = choose::offer(PRIMITIVES).map_err(|e| map(py, &e))?;
    // SAFETY: an interpreter is held, the table and the name are statics, and there is no destructor.
    let capsule = unsafe {
        let capsule = ffi::PyCapsule_New(chooser.cast_mut().cast(), NAME.as_ptr(), None);
        Bound::from_owned_ptr_or_err(py, capsule)?
    };
    module.add(ATTRIBUTE, capsule)?;
    add_functions(module)
}

/// Has this module follow the choices of `quicksalt._native`, which is imported for it.
///
/// # Errors
/// `ImportError` if `quicksalt._native` is missing, offers no such capsule or is of another build.
pub fn follow(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let name = module.name()?;
    let refused = |why: String| PyImportError::new_err(format!("{name} cannot be loaded: {why}"));
    let capsule = py.import("quicksalt._native")?.getattr(ATTRIBUTE).map_err(|_| {
        refused("the installed quicksalt is older: install both from one release".into())
    })?;
    // SAFETY: an interpreter is held, and `capsule` is an object of it.
    let chooser = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), NAME.as_ptr()) };
    if ptr::eq(chooser, ptr::null()) {
        return Err(refused(format!("quicksalt._native has no {}", NAME.to_string_lossy())));
    }
    // SAFETY: a capsule of this name holds the table of a module, which CPython never unloads.
    let chooser = unsafe { &*chooser.cast::<Chooser>() };
    choose::follow(PRIMITIVES, chooser).map_err(|error| refused(error.to_string()))?;
    add_functions(module)
}
