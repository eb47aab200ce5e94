//! Keys in PEM and in OpenSSH's format.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::keyfile::{PublicKey, SecretKey, openssh};
use quicksalt::nacl::{boxes, sign};

use quicksalt_binding::buffer::{Arg, Output, bytes, exact, input};
use quicksalt_binding::error::{Kind, map, raise};

quicksalt_binding::functions!("keyfile.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

type Bytes<'py> = Bound<'py, PyBytes>;

const ED25519: &str = "ed25519";
const X25519: &str = "x25519";

fn unknown(py: Python<'_>) -> PyErr {
    raise(py, Kind::Value, "algorithm must be ed25519 or x25519")
}

/// Return the PKCS #8 PEM of a 32-byte private key.
#[pyfunction]
fn secret_key_to_pem<'py>(py: Python<'py>, algorithm: &str, key: Arg) -> Output<'py> {
    let key = match algorithm {
        ED25519 => SecretKey::Ed25519(exact(key, "key", sign::Seed::LEN)?),
        X25519 => SecretKey::X25519(exact(key, "key", boxes::SecretKey::LEN)?),
        _ => return Err(unknown(py)),
    };
    bytes(py, &key.to_pem().map_err(|error| map(py, &error))?)
}

/// Return the algorithm and the 32-byte private key of a PKCS #8 PEM.
#[pyfunction]
fn secret_key_from_pem<'py>(py: Python<'py>, pem: Arg) -> PyResult<(&'static str, Bytes<'py>)> {
    match SecretKey::from_pem(&input(pem, "pem")?).map_err(|error| map(py, &error))? {
        SecretKey::Ed25519(seed) => Ok((ED25519, PyBytes::new(py, seed.as_bytes()))),
        SecretKey::X25519(key) => Ok((X25519, PyBytes::new(py, key.as_bytes()))),
        _ => Err(unknown(py)),
    }
}

/// Return the SubjectPublicKeyInfo PEM of a 32-byte public key.
#[pyfunction]
fn public_key_to_pem<'py>(py: Python<'py>, algorithm: &str, key: Arg) -> Output<'py> {
    let key = match algorithm {
        ED25519 => PublicKey::Ed25519(exact(key, "key", sign::PublicKey::LEN)?),
        X25519 => PublicKey::X25519(exact(key, "key", boxes::PublicKey::LEN)?),
        _ => return Err(unknown(py)),
    };
    bytes(py, key.to_pem().map_err(|error| map(py, &error))?.as_bytes())
}

/// Return the algorithm and the 32-byte public key of a SubjectPublicKeyInfo PEM.
#[pyfunction]
fn public_key_from_pem<'py>(py: Python<'py>, pem: Arg) -> PyResult<(&'static str, Bytes<'py>)> {
    match PublicKey::from_pem(&input(pem, "pem")?).map_err(|error| map(py, &error))? {
        PublicKey::Ed25519(key) => Ok((ED25519, PyBytes::new(py, key.as_bytes()))),
        PublicKey::X25519(key) => Ok((X25519, PyBytes::new(py, key.as_bytes()))),
        _ => Err(unknown(py)),
    }
}

/// Return an OpenSSH private key file for an Ed25519 seed.
#[pyfunction]
fn secret_key_to_openssh<'py>(py: Python<'py>, seed: Arg, comment: &str) -> Output<'py> {
    let seed: sign::Seed = exact(seed, "seed", sign::Seed::LEN)?;
    bytes(py, &openssh::secret_file(&seed, comment).map_err(|error| map(py, &error))?)
}

/// Return the Ed25519 seed and the comment of an OpenSSH private key file.
#[pyfunction]
fn secret_key_from_openssh<'py>(py: Python<'py>, file: Arg) -> PyResult<(Bytes<'py>, String)> {
    let read = openssh::read_secret_file(&input(file, "file")?);
    let (seed, comment) = read.map_err(|error| map(py, &error))?;
    Ok((PyBytes::new(py, seed.as_bytes()), comment))
}

/// Return an Ed25519 public key as an OpenSSH public key line.
#[pyfunction]
fn public_key_to_openssh<'py>(py: Python<'py>, public_key: Arg, comment: &str) -> Output<'py> {
    let key: sign::PublicKey = exact(public_key, "public_key", sign::PublicKey::LEN)?;
    let line = openssh::public_line(&key, comment).map_err(|error| map(py, &error))?;
    bytes(py, line.as_bytes())
}

/// Return the Ed25519 public key and the comment of an OpenSSH public key line.
#[pyfunction]
fn public_key_from_openssh<'py>(py: Python<'py>, line: Arg) -> PyResult<(Bytes<'py>, String)> {
    let read = openssh::read_public_line(&input(line, "line")?);
    let (key, comment) = read.map_err(|error| map(py, &error))?;
    Ok((PyBytes::new(py, key.as_bytes()), comment))
}
