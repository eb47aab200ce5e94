//! `crypto_core_ed25519` and `crypto_scalarmult_ed25519`: the group of Ed25519.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::Error;
use quicksalt::nacl::edwards25519::{Point, Scalar, StringHash};

use crate::ristretto255::{H2C_SHA256, H2C_SHA512, HASH_PICOSECONDS, string_hash};
use crate::scalarmult::{ADD_NS, BASE_NS, VARIABLE_NS};
use quicksalt_binding::buffer::{Arg, Output, estimate, exact, input, input_or};
use quicksalt_binding::error::{Kind, UNEXPECTED, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("edwards25519.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_core_ed25519_BYTES", Point::LEN)?;
    module.add("crypto_core_ed25519_SCALARBYTES", Scalar::LEN)?;
    module.add("crypto_core_ed25519_NONREDUCEDSCALARBYTES", WIDE_LEN)?;
    module.add("crypto_scalarmult_ed25519_BYTES", Point::LEN)?;
    module.add("crypto_scalarmult_ed25519_SCALARBYTES", Scalar::LEN)?;
    module.add("crypto_core_ed25519_HASHBYTES", HASH_LEN)?;
    module.add("crypto_core_ed25519_H2CSHA256", H2C_SHA256)?;
    module.add("crypto_core_ed25519_H2CSHA512", H2C_SHA512)?;
    add_functions(module)?;
    // An alias in the naming of the RFC 9380 suites, for earlier users of this package.
    let from_string = module.getattr("crypto_core_ed25519_from_string")?;
    module.add("crypto_core_ed25519_from_string_ro", from_string)
}

/// The length in bytes of an integer that is reduced to a scalar.
const WIDE_LEN: usize = 64;
/// The length in bytes of a hash that is mapped to a point.
const HASH_LEN: usize = 64;
/// The time of an inversion modulo the group order.
const INVERT_NS: usize = 10_000;

// PyNaCl's messages.
const POINT: &str = "Point must be a crypto_core_ed25519_BYTES long bytes sequence";
const POINTS: &str = "Each point must be a crypto_core_ed25519_BYTES long bytes sequence";
const UNIFORM: &str = "Integer r must be a crypto_core_ed25519_BYTES long bytes sequence";
const INTEGER: &str = "Integer s must be a crypto_core_ed25519_SCALARBYTES long bytes sequence";
const INTEGERS: &str = "Each integer must be a crypto_core_ed25519_SCALARBYTES long bytes sequence";
const WIDE: &str =
    "Integer s must be a crypto_core_ed25519_NONREDUCEDSCALARBYTES long bytes sequence";
const FACTOR: &str = "Input must be a crypto_scalarmult_ed25519_SCALARBYTES long bytes sequence";
const MULTIPLIED: &str = "Input must be a crypto_scalarmult_ed25519_BYTES long bytes sequence";

/// Converts an argument; a wrong type or length raises `TypeError` with PyNaCl's message.
fn argument<T>(object: Arg, name: &str, text: &str) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let refuse = || raise(object.py(), Kind::Type, text);
    T::try_from(&input_or(object, name, refuse)?).map_err(|_| refuse())
}

/// Returns a point as bytes. An input that libsodium refuses raises `RuntimeError`, as in PyNaCl.
fn point(py: Python<'_>, point: quicksalt::Result<Point>) -> Output<'_> {
    point.map(|point| PyBytes::new(py, point.as_bytes())).map_err(|error| refused(py, &error))
}

fn scalar(py: Python<'_>, scalar: quicksalt::Result<Scalar>) -> Output<'_> {
    scalar.map(|scalar| PyBytes::new(py, scalar.as_bytes())).map_err(|error| refused(py, &error))
}

fn refused(py: Python<'_>, error: &Error) -> PyErr {
    match error {
        Error::InvalidPoint { .. } | Error::NeutralElement | Error::Parameter { .. } => {
            raise(py, Kind::Runtime, UNEXPECTED)
        }
        _ => map(py, error),
    }
}

/// Return whether 32 bytes are the canonical encoding of a point of prime order.
#[pyfunction]
fn crypto_core_ed25519_is_valid_point(py: Python<'_>, p: Arg) -> PyResult<bool> {
    let p: Point = argument(p, "p", POINT)?;
    run(py, VARIABLE_NS, || p.is_valid()).map_err(|error| map(py, &error))
}

/// Return the sum of two points; raise `RuntimeError` if either is not on the curve.
#[pyfunction]
fn crypto_core_ed25519_add<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Point, Point) = (argument(p, "p", POINTS)?, argument(q, "q", POINTS)?);
    point(py, run(py, ADD_NS, || p.add(&q)))
}

/// Return the difference of two points; raise `RuntimeError` if either is not on the curve.
#[pyfunction]
fn crypto_core_ed25519_sub<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Point, Point) = (argument(p, "p", POINTS)?, argument(q, "q", POINTS)?);
    point(py, run(py, ADD_NS, || p.sub(&q)))
}

/// Map 32 bytes to a point by Elligator 2 and multiplication by the cofactor.
#[pyfunction]
fn crypto_core_ed25519_from_uniform<'py>(py: Python<'py>, r: Arg) -> Output<'py> {
    let r = quicksalt::Wiped::<[u8; 32]>::new(argument(r, "r", UNIFORM)?);
    point(py, run(py, VARIABLE_NS, || Point::from_uniform(&r)))
}

/// Map 64 bytes to a point by Elligator 2 and multiplication by the cofactor.
#[pyfunction]
fn crypto_core_ed25519_from_hash<'py>(py: Python<'py>, h: Arg) -> Output<'py> {
    let h = quicksalt::Wiped::<[u8; HASH_LEN]>::new(exact(h, "h", HASH_LEN)?);
    point(py, run(py, VARIABLE_NS, || Point::from_hash(&h)))
}

/// Hash a string in a context to a point, uniformly distributed; `alg` selects the hash.
#[pyfunction]
fn crypto_core_ed25519_from_string<'py>(
    py: Python<'py>,
    ctx: Arg,
    message: Arg,
    alg: Arg,
) -> Output<'py> {
    point(py, of_string(py, ctx, message, alg, 2 * VARIABLE_NS, Point::from_string)?)
}

/// Hash a string in a context to a point, not uniformly distributed; `alg` selects the hash.
#[pyfunction]
fn crypto_core_ed25519_from_string_nu<'py>(
    py: Python<'py>,
    ctx: Arg,
    message: Arg,
    alg: Arg,
) -> Output<'py> {
    point(py, of_string(py, ctx, message, alg, VARIABLE_NS, Point::from_string_nonuniform)?)
}

fn of_string<'py, T: Send>(
    py: Python<'py>,
    ctx: Arg,
    message: Arg,
    alg: Arg,
    map_ns: usize,
    of: fn(&[u8], &[u8], StringHash) -> quicksalt::Result<T>,
) -> PyResult<quicksalt::Result<T>> {
    let hash = string_hash(alg)?;
    let (ctx, message) = (&*input(ctx, "ctx")?, &*input(message, "message")?);
    let ns = map_ns + estimate(ctx.len().saturating_add(message.len()), HASH_PICOSECONDS);
    Ok(run(py, ns, || of(ctx, message, hash)))
}

/// Return a random point of prime order.
#[pyfunction]
fn crypto_core_ed25519_random(py: Python<'_>) -> Output<'_> {
    point(py, run(py, VARIABLE_NS, Point::random))
}

/// Return the product of the clamped scalar `n` and the point `p`.
#[pyfunction]
fn crypto_scalarmult_ed25519<'py>(py: Python<'py>, n: Arg, p: Arg) -> Output<'py> {
    let (n, p): (Scalar, Point) = (argument(n, "n", FACTOR)?, argument(p, "p", MULTIPLIED)?);
    point(py, run(py, VARIABLE_NS, || p.mul_clamped(&n)))
}

/// Return the product of the clamped scalar `n` and the base point.
#[pyfunction]
fn crypto_scalarmult_ed25519_base<'py>(py: Python<'py>, n: Arg) -> Output<'py> {
    let n: Scalar = argument(n, "n", FACTOR)?;
    point(py, run(py, BASE_NS, || Point::base_clamped(&n)))
}

/// Return the product of the unclamped scalar `n` and the point `p`.
#[pyfunction]
fn crypto_scalarmult_ed25519_noclamp<'py>(py: Python<'py>, n: Arg, p: Arg) -> Output<'py> {
    let (n, p): (Scalar, Point) = (argument(n, "n", FACTOR)?, argument(p, "p", MULTIPLIED)?);
    point(py, run(py, VARIABLE_NS, || p.mul(&n)))
}

/// Return the product of the unclamped scalar `n` and the base point.
#[pyfunction]
fn crypto_scalarmult_ed25519_base_noclamp<'py>(py: Python<'py>, n: Arg) -> Output<'py> {
    let n: Scalar = argument(n, "n", FACTOR)?;
    point(py, run(py, BASE_NS, || Point::base(&n)))
}

/// Return a random nonzero scalar.
#[pyfunction]
fn crypto_core_ed25519_scalar_random(py: Python<'_>) -> Output<'_> {
    scalar(py, Scalar::random())
}

/// Return a 64-byte integer reduced modulo the group order.
#[pyfunction]
fn crypto_core_ed25519_scalar_reduce<'py>(py: Python<'py>, s: Arg) -> Output<'py> {
    let s = quicksalt::Wiped::<[u8; WIDE_LEN]>::new(argument(s, "s", WIDE)?);
    scalar(py, Scalar::reduce(&s))
}

/// Hash a string in a context to a scalar; `alg` selects the hash.
#[pyfunction]
fn crypto_core_ed25519_scalar_from_string<'py>(
    py: Python<'py>,
    ctx: Arg,
    message: Arg,
    alg: Arg,
) -> Output<'py> {
    scalar(py, of_string(py, ctx, message, alg, 0, Scalar::from_string)?)
}

/// Return whether 32 bytes are a scalar below the group order.
#[pyfunction]
fn crypto_core_ed25519_scalar_is_canonical(s: Arg) -> PyResult<bool> {
    argument::<Scalar>(s, "s", INTEGER).map(|s| s.is_canonical())
}

/// Return the sum of two scalars.
#[pyfunction]
fn crypto_core_ed25519_scalar_add<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Scalar, Scalar) = (argument(p, "p", INTEGERS)?, argument(q, "q", INTEGERS)?);
    scalar(py, p.add(&q))
}

/// Return the difference of two scalars.
#[pyfunction]
fn crypto_core_ed25519_scalar_sub<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Scalar, Scalar) = (argument(p, "p", INTEGERS)?, argument(q, "q", INTEGERS)?);
    scalar(py, p.sub(&q))
}

/// Return the product of two scalars.
#[pyfunction]
fn crypto_core_ed25519_scalar_mul<'py>(py: Python<'py>, p: Arg, q: Arg) -> Output<'py> {
    let (p, q): (Scalar, Scalar) = (argument(p, "p", INTEGERS)?, argument(q, "q", INTEGERS)?);
    scalar(py, p.mul(&q))
}

/// Return the multiplicative inverse of a scalar; raise `RuntimeError` for zero.
#[pyfunction]
fn crypto_core_ed25519_scalar_invert<'py>(py: Python<'py>, s: Arg) -> Output<'py> {
    let s: Scalar = argument(s, "s", INTEGER)?;
    scalar(py, run(py, INVERT_NS, || s.invert()))
}

/// Return the negative of a scalar.
#[pyfunction]
fn crypto_core_ed25519_scalar_negate<'py>(py: Python<'py>, s: Arg) -> Output<'py> {
    let s: Scalar = argument(s, "s", INTEGER)?;
    scalar(py, s.negate())
}

/// Return the complement of a scalar: 1 - s modulo the group order.
#[pyfunction]
fn crypto_core_ed25519_scalar_complement<'py>(py: Python<'py>, s: Arg) -> Output<'py> {
    let s: Scalar = argument(s, "s", INTEGER)?;
    scalar(py, s.complement())
}
