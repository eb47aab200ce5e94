//! `crypto_core_ristretto255` and `crypto_scalarmult_ristretto255`. The scalars are the same as for
//! the Ed25519 group.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Wiped;
use quicksalt::nacl::ristretto255::{Point, Scalar, StringHash};

use crate::scalarmult::{ADD_NS, BASE_NS, VARIABLE_NS};
use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input, length};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("ristretto255.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_core_ristretto255_BYTES", Point::LEN)?;
    module.add("crypto_core_ristretto255_SCALARBYTES", Scalar::LEN)?;
    module.add("crypto_core_ristretto255_HASHBYTES", HASH_LEN)?;
    module.add("crypto_core_ristretto255_H2CSHA256", H2C_SHA256)?;
    module.add("crypto_core_ristretto255_H2CSHA512", H2C_SHA512)?;
    let scalar_from_string = module.getattr("crypto_core_ed25519_scalar_from_string")?;
    module.add("crypto_core_ristretto255_scalar_from_string", scalar_from_string)?;
    add_functions(module)
}

/// The length in bytes of the input that is mapped to an element.
const HASH_LEN: usize = 64;
/// libsodium's identifiers of the hashes for hashing to a group.
pub(crate) const H2C_SHA256: usize = 1;
pub(crate) const H2C_SHA512: usize = 2;
/// The time to hash a byte.
pub(crate) const HASH_PICOSECONDS: usize = 1_500;
/// The time to decode an element.
const DECODE_NS: usize = 4_000;
/// The time of two maps and one encoding.
const MAP_NS: usize = 12_000;

fn point(py: Python<'_>, point: quicksalt::Result<Point>) -> Output<'_> {
    point.map(|point| PyBytes::new(py, point.as_bytes())).map_err(|error| map(py, &error))
}

/// Return whether 32 bytes encode an element.
#[pyfunction]
fn crypto_core_ristretto255_is_valid_point(py: Python<'_>, p: Arg) -> PyResult<bool> {
    let p: Point = exact(p, "p", Point::LEN)?;
    run(py, DECODE_NS, || p.is_valid()).map_err(|error| map(py, &error))
}

/// Return the sum of two elements; raise `ValueError` if either is not a valid element.
#[pyfunction]
fn crypto_core_ristretto255_add<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Point, Point) = (exact(p, "p", Point::LEN)?, exact(q, "q", Point::LEN)?);
    point(py, run(py, ADD_NS, || p.add(&q)))
}

/// Return the difference of two elements; raise `ValueError` if either is not a valid element.
#[pyfunction]
fn crypto_core_ristretto255_sub<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Point, Point) = (exact(p, "p", Point::LEN)?, exact(q, "q", Point::LEN)?);
    point(py, run(py, ADD_NS, || p.sub(&q)))
}

/// Map 64 bytes to an element.
#[pyfunction]
fn crypto_core_ristretto255_from_hash<'py>(py: Python<'py>, r: Arg) -> Output<'py> {
    let r = Wiped::<[u8; HASH_LEN]>::new(exact(r, "r", HASH_LEN)?);
    point(py, run(py, MAP_NS, || Point::from_hash(&r)))
}

/// Converts libsodium's identifier of a hash.
pub(crate) fn string_hash(alg: Arg) -> PyResult<StringHash> {
    match length(alg, "alg")? {
        H2C_SHA256 => Ok(StringHash::Sha256),
        H2C_SHA512 => Ok(StringHash::Sha512),
        _ => Err(raise(alg.py(), Kind::Value, "alg must be 1 for SHA-256 or 2 for SHA-512")),
    }
}

/// Hash a string in a context to an element; `alg` selects the hash.
#[pyfunction]
fn crypto_core_ristretto255_from_string<'py>(
    py: Python<'py>,
    ctx: Arg,
    message: Arg,
    alg: Arg,
) -> Output<'py> {
    let hash = string_hash(alg)?;
    let (ctx, message) = (&*input(ctx, "ctx")?, &*input(message, "message")?);
    let ns = MAP_NS + estimate(ctx.len().saturating_add(message.len()), HASH_PICOSECONDS);
    point(py, run(py, ns, || Point::from_string(ctx, message, hash)))
}

/// Return a random element.
#[pyfunction]
fn crypto_core_ristretto255_random(py: Python<'_>) -> Output<'_> {
    point(py, run(py, MAP_NS, Point::random))
}

/// Return whether 32 bytes are a scalar below the group order.
#[pyfunction]
fn crypto_core_ristretto255_scalar_is_canonical(s: Arg) -> PyResult<bool> {
    exact::<Scalar>(s, "s", Scalar::LEN).map(|s| s.is_canonical())
}

/// Return the product of the scalar `n` and the element `p`; raise `ValueError` if `p` is invalid
/// or the product is the neutral element.
#[pyfunction]
fn crypto_scalarmult_ristretto255<'py>(py: Python<'py>, n: Arg, p: Arg) -> Output<'py> {
    let (n, p): (Scalar, Point) = (exact(n, "n", Scalar::LEN)?, exact(p, "p", Point::LEN)?);
    point(py, run(py, VARIABLE_NS, || p.mul(&n)))
}

/// Return the product of the scalar `n` and the generator; raise `ValueError` if it is the neutral
/// element.
#[pyfunction]
fn crypto_scalarmult_ristretto255_base<'py>(py: Python<'py>, n: Arg) -> Output<'py> {
    let n: Scalar = exact(n, "n", Scalar::LEN)?;
    point(py, run(py, BASE_NS, || Point::base(&n)))
}
