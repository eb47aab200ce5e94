//! `quicksalt.hashsig`: hash-based signatures.

mod args;
mod error;
mod level;
mod onetime;
mod wif;
mod work;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    level::register(module)?;
    onetime::register(module)?;
    wif::register(module)?;
    work::register(module)
}
