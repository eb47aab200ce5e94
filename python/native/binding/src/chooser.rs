//! The capsule through which the native modules of a process share one choice of candidates.
#![allow(unsafe_code)]

use core::ffi::CStr;
use core::ptr;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use quicksalt::choose::{self, Chooser};
use quicksalt::hazmat::PRIMITIVES;

use crate::error::map;

/// The capsule's name; the number after the last dot is the version of its content.
const NAME: &CStr = c"quicksalt.chooser.1";

/// The attribute of `quicksalt._native` that holds the capsule.
const ATTRIBUTE: &str = "_chooser";

crate::functions!("chooser.rs");

/// Return a JSON list with one object for each operation, for `quicksalt.choice.explain`. Each
/// module describes the candidates that it runs itself.
#[pyfunction]
fn explain(py: Python<'_>) -> String {
    py.detach(|| choose::json(&choose::explain(PRIMITIVES)))
}

/// Adds the capsule to the module that owns the choice.
///
/// # Errors
/// Any Python exception.
pub fn offer(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let chooser: *const Chooser = choose::offer(PRIMITIVES).map_err(|e| map(py, &e))?;
    // SAFETY: the GIL is held, the table and the name are statics, without a destructor.
    let capsule = unsafe {
        let capsule = ffi::PyCapsule_New(chooser.cast_mut().cast(), NAME.as_ptr(), None);
        Bound::from_owned_ptr_or_err(py, capsule)?
    };
    module.add(ATTRIBUTE, capsule)?;
    add_functions(module)
}

/// Makes this module follow the choices of `quicksalt._native`, which it imports.
///
/// # Errors
/// `ImportError` if `quicksalt._native` is missing, lacks this capsule or comes from another build.
pub fn follow(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let name = module.name()?;
    let refused = |why: String| PyImportError::new_err(format!("{name} cannot be loaded: {why}"));
    let capsule = py.import("quicksalt._native")?.getattr(ATTRIBUTE).map_err(|_| {
        refused("the installed quicksalt is older: install both from one release".into())
    })?;
    // SAFETY: the GIL is held, and `capsule` is a live object of this interpreter.
    let chooser = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), NAME.as_ptr()) };
    if ptr::eq(chooser, ptr::null()) {
        return Err(refused(format!(
            "quicksalt._native lacks the capsule {}",
            NAME.to_string_lossy()
        )));
    }
    // SAFETY: a capsule of this name points to a static table in a module, and CPython never
    // unloads a module.
    let chooser = unsafe { &*chooser.cast::<Chooser>() };
    choose::follow(PRIMITIVES, chooser).map_err(|error| refused(error.to_string()))?;
    add_functions(module)
}
