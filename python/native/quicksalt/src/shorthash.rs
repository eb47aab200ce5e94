//! `crypto_shorthash`: SipHash-2-4.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::shorthash::{Key, SIPHASH24_LEN, SIPHASHX24_LEN, siphash24, siphashx24};

use quicksalt_binding::buffer::{Arg, Output, estimate, exact_or, input};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("shorthash.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("has_crypto_shorthash_siphashx24", true)?;
    module.add("crypto_shorthash_siphash24_BYTES", SIPHASH24_LEN)?;
    module.add("crypto_shorthash_siphash24_KEYBYTES", Key::LEN)?;
    module.add("crypto_shorthash_siphashx24_BYTES", SIPHASHX24_LEN)?;
    module.add("crypto_shorthash_siphashx24_KEYBYTES", Key::LEN)?;
    add_functions(module)
}

const PICOSECONDS: usize = 600;
const WRONG_LENGTH: &str = "Key length must be exactly 16 bytes";

/// Return the 8-byte digest of `data` under a key of 16 bytes.
#[pyfunction]
fn crypto_shorthash_siphash24<'py>(py: Python<'py>, data: Arg, key: Arg) -> Output<'py> {
    let key = exact_or(key, "key", Key::LEN, WRONG_LENGTH)?;
    let data = &*input(data, "data")?;
    let digest = run(py, estimate(data.len(), PICOSECONDS), || siphash24(data, &key));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}

/// Return the 16-byte digest of `data` under a key of 16 bytes.
#[pyfunction]
fn crypto_shorthash_siphashx24<'py>(py: Python<'py>, data: Arg, key: Arg) -> Output<'py> {
    let key = exact_or(key, "key", Key::LEN, WRONG_LENGTH)?;
    let data = &*input(data, "data")?;
    let digest = run(py, estimate(data.len(), PICOSECONDS), || siphashx24(data, &key));
    digest.map(|digest| PyBytes::new(py, &digest)).map_err(|error| map(py, &error))
}
