//! `crypto_scalarmult`: X25519.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt::nacl::scalarmult::{self, LEN};

use quicksalt_binding::buffer::{Arg, Output, exact};
use quicksalt_binding::error::map;
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("scalarmult.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_scalarmult_BYTES", LEN)?;
    module.add("crypto_scalarmult_SCALARBYTES", LEN)?;
    add_functions(module)
}

/// The time to decode two points and encode one.
pub(crate) const ADD_NS: usize = 12_000;
pub(crate) const VARIABLE_NS: usize = 25_000;
pub(crate) const BASE_NS: usize = 8_000;

/// Return the X25519 product of the scalar `n` and the point `p`.
#[pyfunction]
fn crypto_scalarmult<'py>(py: Python<'py>, n: Arg, p: Arg) -> Output<'py> {
    let n = Wiped::<[u8; LEN]>::new(exact(n, "n", LEN)?);
    let p = exact(p, "p", LEN)?;
    let product = run(py, VARIABLE_NS, || scalarmult::scalarmult(&n, &p).map(Wiped::new));
    product.map(|q| PyBytes::new(py, &*q)).map_err(|error| map(py, &error))
}

/// Return the X25519 product of the scalar `n` and the base point.
#[pyfunction]
fn crypto_scalarmult_base<'py>(py: Python<'py>, n: Arg) -> Output<'py> {
    let n = Wiped::<[u8; LEN]>::new(exact(n, "n", LEN)?);
    let product = run(py, BASE_NS, || scalarmult::base(&n));
    product.map(|q| PyBytes::new(py, &q)).map_err(|error| map(py, &error))
}
