//! `randombytes`.

use pyo3::prelude::*;
use quicksalt::nacl::random::{self, Seed};

use quicksalt_binding::buffer::{Arg, Output, estimate, input_or, length, output, wrong_type};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("random.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("randombytes_SEEDBYTES", Seed::LEN)?;
    add_functions(module)
}

const SYSTEM_PICOSECONDS: usize = 3000;
const SEED_PICOSECONDS: usize = 1000;

/// Return random bytes from the operating system.
#[pyfunction]
fn randombytes<'py>(py: Python<'py>, size: Arg) -> Output<'py> {
    let size = length(size, "size")?;
    output(py, size, |out| {
        let work = || random::fill(out);
        run(py, estimate(size, SYSTEM_PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}

/// Return bytes generated deterministically from a seed of 32 bytes.
#[pyfunction]
fn randombytes_buf_deterministic<'py>(py: Python<'py>, size: Arg, seed: Arg) -> Output<'py> {
    let refuse =
        || raise(py, Kind::Type, "Deterministic random bytes must be generated from 32 bytes");
    let bytes = input_or(seed, "seed", || match seed.len() {
        Ok(found) if found != Seed::LEN => refuse(),
        _ => wrong_type(seed, "seed"),
    })?;
    let seed = Seed::try_from(&*bytes).map_err(|_| refuse())?;
    let size = length(size, "size")?;
    output(py, size, |out| {
        let work = || random::deterministic(out, &seed);
        run(py, estimate(size, SEED_PICOSECONDS), work).map_err(|error| map(py, &error))
    })
}
