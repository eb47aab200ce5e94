//! `quicksalt.hashsig`: hash-based signatures.

mod args;
mod error;
mod level;
mod onetime;
#[cfg(unix)]
mod store;
#[cfg(unix)]
mod store_error;
mod wif;
mod work;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    level::register(module)?;
    onetime::register(module)?;
    #[cfg(unix)]
    store::register(module)?;
    wif::register(module)?;
    work::register(module)
}
