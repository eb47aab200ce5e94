//! The bindings of the Python package: they parse arguments, call the library and map errors. The
//! crate in `module/` builds them as a Python module.

extern crate alloc;

mod aead;
mod aes;
mod auth;
mod boxes;
mod choice;
mod command;
mod cores;
mod edwards25519;
mod files;
mod generichash;
mod hash;
mod hashlib;
mod kdf;
mod keyfile;
mod kx;
mod mac;
mod many;
mod pwhash;
mod random;
mod ristretto255;
mod scalarmult;
mod scrypt;
mod sealedbox;
mod secretbox;
mod secretstream;
mod shorthash;
mod sign;
mod stream;
mod utils;
mod xboxes;
mod xof;

use pyo3::prelude::*;
use quicksalt_binding::{chooser, interpreter, interrupt};

/// Adds all functions to the module `quicksalt._native`; adds the classes and the functions that
/// depend on them only if this interpreter may use classes.
///
/// # Errors
/// Any Python exception.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    chooser::offer(module)?;
    aead::register(module)?;
    aes::register(module)?;
    auth::register(module)?;
    boxes::register(module)?;
    choice::register(module)?;
    command::register(module)?;
    cores::register(module)?;
    edwards25519::register(module)?;
    generichash::register(module)?;
    hash::register(module)?;
    kdf::register(module)?;
    keyfile::register(module)?;
    kx::register(module)?;
    many::register(module)?;
    pwhash::register(module)?;
    random::register(module)?;
    ristretto255::register(module)?;
    scalarmult::register(module)?;
    scrypt::register(module)?;
    sealedbox::register(module)?;
    secretbox::register(module)?;
    secretstream::register(module)?;
    shorthash::register(module)?;
    sign::register(module)?;
    stream::register(module)?;
    utils::register(module)?;
    xboxes::register(module)?;
    xof::register(module)?;
    if !interpreter::has_classes(module.py())? {
        return module.add_function(wrap_pyfunction!(interpreter::lacking, module)?);
    }
    choice::register_classes(module)?;
    files::register(module)?;
    hashlib::register_classes(module)?;
    interrupt::register(module)?;
    mac::register_classes(module)?;
    secretstream::register_classes(module)?;
    sign::register_classes(module)?;
    xof::register_classes(module)
}
