//! `crypto_kx`: session keys for both directions.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::boxes::{PublicKey, SecretKey, Seed};
use quicksalt::nacl::kx::{self, SessionKey, SessionKeys};

use crate::boxes::pair;
use crate::scalarmult::VARIABLE_NS;
use quicksalt_binding::buffer::{Arg, input_or};
use quicksalt_binding::error::{Kind, raise, unopened};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("kx.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_kx_PUBLIC_KEY_BYTES", PublicKey::LEN)?;
    module.add("crypto_kx_SECRET_KEY_BYTES", SecretKey::LEN)?;
    module.add("crypto_kx_SEED_BYTES", Seed::LEN)?;
    module.add("crypto_kx_SESSION_KEY_BYTES", SessionKey::LEN)?;
    add_functions(module)
}

type Pair<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Return a new public key and its secret key.
#[pyfunction]
fn crypto_kx_keypair(py: Python<'_>) -> PyResult<Pair<'_>> {
    pair(py, SecretKey::generate)
}

/// Return the public and the secret key derived from a seed of 32 bytes.
#[pyfunction]
fn crypto_kx_seed_keypair<'py>(py: Python<'py>, seed: Arg) -> PyResult<Pair<'py>> {
    let seed: Seed = key(seed, "seed", "Seed must be a 32 byte long bytes sequence")?;
    pair(py, || kx::secret_key(&seed))
}

/// Return the client's session keys: the receiving key and the sending key.
#[pyfunction]
fn crypto_kx_client_session_keys<'py>(
    py: Python<'py>,
    client_public_key: Arg,
    client_secret_key: Arg,
    server_public_key: Arg,
) -> PyResult<Pair<'py>> {
    let own: PublicKey = key(client_public_key, "client_public_key", CLIENT_PUBLIC)?;
    let secret: SecretKey = key(client_secret_key, "client_secret_key", CLIENT_SECRET)?;
    let other: PublicKey = key(server_public_key, "server_public_key", SERVER_PUBLIC)?;
    let keys = run(py, VARIABLE_NS, || kx::client(&own, &secret, &other));
    session(py, keys, "Client session key generation failed.")
}

/// Return the server's session keys: the receiving key and the sending key.
#[pyfunction]
fn crypto_kx_server_session_keys<'py>(
    py: Python<'py>,
    server_public_key: Arg,
    server_secret_key: Arg,
    client_public_key: Arg,
) -> PyResult<Pair<'py>> {
    let own: PublicKey = key(server_public_key, "server_public_key", SERVER_PUBLIC)?;
    let secret: SecretKey = key(server_secret_key, "server_secret_key", SERVER_SECRET)?;
    let other: PublicKey = key(client_public_key, "client_public_key", CLIENT_PUBLIC)?;
    let keys = run(py, VARIABLE_NS, || kx::server(&own, &secret, &other));
    session(py, keys, "Server session key generation failed.")
}

const CLIENT_PUBLIC: &str = "Client public key must be a 32 bytes long bytes sequence";
const CLIENT_SECRET: &str = "Client secret key must be a 32 bytes long bytes sequence";
const SERVER_PUBLIC: &str = "Server public key must be a 32 bytes long bytes sequence";
const SERVER_SECRET: &str = "Server secret key must be a 32 bytes long bytes sequence";

fn session<'py>(
    py: Python<'py>,
    keys: quicksalt::Result<SessionKeys>,
    refused: &str,
) -> PyResult<Pair<'py>> {
    let keys = keys.map_err(|error| unopened(py, &error, refused))?;
    let bytes = |key: &SessionKey| PyBytes::new(py, key.as_bytes());
    Ok((bytes(&keys.receive), bytes(&keys.send)))
}

/// Converts an argument; a wrong type or length raises `TypeError` with PyNaCl's message.
fn key<T>(object: Arg, name: &str, text: &'static str) -> PyResult<T>
where
    T: for<'a> TryFrom<&'a [u8]>,
{
    let refuse = || raise(object.py(), Kind::Type, text);
    let bytes = input_or(object, name, refuse)?;
    T::try_from(&bytes).map_err(|_| refuse())
}
