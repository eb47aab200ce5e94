//! The native module of the Python package: parses arguments, calls the library, maps errors.

mod boxes;
mod buffer;
mod choice;
mod error;
mod hash;
mod onetimeauth;
mod scalarmult;
mod secretbox;
mod stream;
mod utils;

use pyo3::prelude::*;

/// Native functions of quicksalt. Import from `quicksalt.bindings`; this module is private.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    boxes::register(module)?;
    choice::register(module)?;
    hash::register(module)?;
    onetimeauth::register(module)?;
    scalarmult::register(module)?;
    secretbox::register(module)?;
    stream::register(module)?;
    utils::register(module)
}
