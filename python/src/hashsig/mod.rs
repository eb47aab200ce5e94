//! `quicksalt.hashsig`: hash-based signatures.

mod args;
mod error;
#[cfg(unix)]
mod foreign;
mod level;
mod onetime;
mod public;
#[cfg(unix)]
mod signing;
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
    public::register(module)?;
    #[cfg(unix)]
    {
        signing::register(module)?;
        store::register(module)?;
    }
    wif::register(module)?;
    work::register(module)
}
