//! `quicksalt.hashsig`: hash-based signatures.

mod args;
#[cfg(unix)]
mod delegate;
mod error;
#[cfg(unix)]
mod foreign;
mod keygen;
mod level;
mod onetime;
mod pool;
mod public;
mod recovery;
#[cfg(unix)]
mod signing;
mod slhdsa;
#[cfg(unix)]
mod store;
#[cfg(unix)]
mod store_error;
mod wif;
mod work;
mod xmss;

use pyo3::prelude::*;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    keygen::register(module)?;
    level::register(module)?;
    onetime::register(module)?;
    pool::register(module)?;
    public::register(module)?;
    recovery::register(module)?;
    slhdsa::register(module)?;
    #[cfg(unix)]
    {
        delegate::register(module)?;
        signing::register(module)?;
        store::register(module)?;
    }
    wif::register(module)?;
    work::register(module)?;
    xmss::register(module)
}
