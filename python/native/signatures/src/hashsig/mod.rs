//! `quicksalt.hashsig`: hash-based signatures.

mod args;
mod delegate;
mod error;
mod foreign;
mod keygen;
mod level;
mod onetime;
mod pool;
mod public;
mod reading;
mod recovery;
mod sealed;
mod secret;
mod signing;
mod slhdsa;
mod store;
mod store_error;
mod wif;
mod work;
mod xmss;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    delegate::register(module)?;
    keygen::register(module)?;
    level::register(module)?;
    onetime::register(module)?;
    pool::register(module)?;
    public::register(module)?;
    recovery::register(module)?;
    signing::register(module)?;
    slhdsa::register(module)?;
    store::register(module)?;
    wif::register(module)?;
    work::register(module)?;
    xmss::register(module)
}
