//! The native module of the Python package: parses arguments, calls the library, maps errors.

mod aead;
mod auth;
mod boxes;
mod buffer;
mod choice;
mod error;
mod generichash;
mod hash;
mod kx;
mod onetimeauth;
mod random;
mod scalarmult;
mod sealedbox;
mod secretbox;
mod sign;
mod stream;
mod utils;

use pyo3::prelude::*;

/// Native functions of quicksalt. Import from `quicksalt.bindings`; this module is private.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    aead::register(module)?;
    auth::register(module)?;
    boxes::register(module)?;
    choice::register(module)?;
    generichash::register(module)?;
    hash::register(module)?;
    kx::register(module)?;
    onetimeauth::register(module)?;
    random::register(module)?;
    scalarmult::register(module)?;
    sealedbox::register(module)?;
    secretbox::register(module)?;
    sign::register(module)?;
    stream::register(module)?;
    utils::register(module)
}
