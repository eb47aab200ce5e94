//! `crypto_sign`: Ed25519.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::hazmat::ed25519ph::{self, DIGEST_LEN, Prehashed};
use quicksalt::nacl::sign::{self, PublicKey, SIGNATURE_LEN, SecretKey, Seed};

use crate::scalarmult::BASE_NS;
use quicksalt_binding::buffer::{Arg, Output, bytes, estimate, exact, exact_or, input, output};
use quicksalt_binding::error::{Kind, map, raise};
use quicksalt_binding::turn::run;

quicksalt_binding::functions!("sign.rs");

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("crypto_sign_BYTES", SIGNATURE_LEN)?;
    module.add("crypto_sign_SEEDBYTES", Seed::LEN)?;
    module.add("crypto_sign_PUBLICKEYBYTES", PublicKey::LEN)?;
    module.add("crypto_sign_SECRETKEYBYTES", SecretKey::LEN)?;
    add_functions(module)
}

pub(crate) fn register_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SigningKey>()
}

const SIGN_NS: usize = 10_000;
const VERIFY_NS: usize = 20_000;
/// The time of SHA-512 for a byte; signing hashes the message twice, verifying once.
const PICOSECONDS: usize = 1700;

type Bytes<'py> = Bound<'py, PyBytes>;

/// Return a new public key and its secret key.
#[pyfunction]
fn crypto_sign_keypair(py: Python<'_>) -> PyResult<(Bytes<'_>, Bytes<'_>)> {
    let seed = Seed::generate().map_err(|error| map(py, &error))?;
    pair(py, &seed)
}

/// Return the public and the secret key derived from a seed of 32 bytes.
#[pyfunction]
fn crypto_sign_seed_keypair<'py>(py: Python<'py>, seed: Arg) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    pair(py, &exact_or(seed, "seed", Seed::LEN, "Invalid seed")?)
}

fn pair<'py>(py: Python<'py>, seed: &Seed) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let secret =
        run(py, BASE_NS, || SecretKey::from_seed(seed)).map_err(|error| map(py, &error))?;
    let public = secret.public_key();
    Ok((PyBytes::new(py, public.as_bytes()), PyBytes::new(py, secret.as_bytes())))
}

/// Return the 64-byte signature followed by the message. `sk` is the seed followed by the public
/// key; raise `ValueError` if the two do not belong together.
#[pyfunction]
fn crypto_sign<'py>(py: Python<'py>, message: Arg, sk: Arg) -> Output<'py> {
    let secret: SecretKey = exact(sk, "sk", SecretKey::LEN)?;
    let message = &*input(message, "message")?;
    output(py, message.len() + SIGNATURE_LEN, |out| {
        let work = || sign::SigningKey::from_secret_key(&secret)?.sign_into(out, message);
        let ns = BASE_NS + SIGN_NS + 2 * estimate(message.len(), PICOSECONDS);
        run(py, ns, work).map_err(|error| map(py, &error))
    })
}

/// Return the message of a signed message, or raise `BadSignatureError`.
#[pyfunction]
fn crypto_sign_open<'py>(py: Python<'py>, signed: Arg, pk: Arg) -> Output<'py> {
    let public: PublicKey = exact(pk, "pk", PublicKey::LEN)?;
    let signed = &*input(signed, "signed")?;
    let ns = VERIFY_NS + estimate(signed.len(), PICOSECONDS);
    match run(py, ns, || sign::open(signed, &public)) {
        Ok(message) => bytes(py, message),
        Err(quicksalt::Error::Verification) => Err(forged(py)),
        Err(error) => Err(map(py, &error)),
    }
}

fn forged(py: Python<'_>) -> PyErr {
    raise(py, Kind::BadSignature, "Signature was forged or corrupt")
}

/// Convert an Ed25519 public key to the X25519 public key of the same point.
#[pyfunction]
fn crypto_sign_ed25519_pk_to_curve25519<'py>(
    py: Python<'py>,
    public_key_bytes: Arg,
) -> Output<'py> {
    let public: PublicKey =
        exact_or(public_key_bytes, "public_key_bytes", PublicKey::LEN, "Invalid curve public key")?;
    let converted = run(py, VERIFY_NS, || public.to_curve25519());
    converted.map(|key| PyBytes::new(py, key.as_bytes())).map_err(|error| map(py, &error))
}

/// Convert a 64-byte Ed25519 secret key to the corresponding X25519 secret key.
#[pyfunction]
fn crypto_sign_ed25519_sk_to_curve25519<'py>(
    py: Python<'py>,
    secret_key_bytes: Arg,
) -> Output<'py> {
    let secret: SecretKey =
        exact_or(secret_key_bytes, "secret_key_bytes", SecretKey::LEN, "Invalid curve secret key")?;
    let converted = secret.to_curve25519();
    converted.map(|key| PyBytes::new(py, key.as_bytes())).map_err(|error| map(py, &error))
}

/// Return the public key, the last 32 bytes of a 64-byte Ed25519 secret key.
#[pyfunction]
fn crypto_sign_ed25519_sk_to_pk<'py>(py: Python<'py>, secret_key_bytes: Arg) -> Output<'py> {
    let secret: SecretKey =
        exact_or(secret_key_bytes, "secret_key_bytes", SecretKey::LEN, "Invalid secret key")?;
    Ok(PyBytes::new(py, secret.public_key().as_bytes()))
}

/// Return the seed, the first 32 bytes of a 64-byte Ed25519 secret key.
#[pyfunction]
fn crypto_sign_ed25519_sk_to_seed<'py>(py: Python<'py>, secret_key_bytes: Arg) -> Output<'py> {
    let secret: SecretKey =
        exact_or(secret_key_bytes, "secret_key_bytes", SecretKey::LEN, "Invalid secret key")?;
    Ok(PyBytes::new(py, secret.seed().as_bytes()))
}

/// Return the Ed25519ph signature of a SHA-512 digest, without a context; `sk` has 64 bytes.
#[pyfunction]
fn ed25519ph_sign<'py>(py: Python<'py>, digest: Arg, sk: Arg) -> Output<'py> {
    let digest: [u8; DIGEST_LEN] = exact(digest, "digest", DIGEST_LEN)?;
    let secret: SecretKey = exact(sk, "sk", SecretKey::LEN)?;
    let message = Prehashed::new(&digest, b"").map_err(|error| map(py, &error))?;
    let signature = run(py, BASE_NS + SIGN_NS, || ed25519ph::sign(secret.as_bytes(), &message));
    signature.map(|bytes| PyBytes::new(py, &bytes)).map_err(|error| map(py, &error))
}

/// Return `True` if an Ed25519ph signature of a SHA-512 digest, without a context, is valid, or
/// raise `BadSignatureError`.
#[pyfunction]
fn ed25519ph_verify(py: Python<'_>, digest: Arg, signature: Arg, pk: Arg) -> PyResult<bool> {
    let digest: [u8; DIGEST_LEN] = exact(digest, "digest", DIGEST_LEN)?;
    let signature = exact(signature, "signature", SIGNATURE_LEN)?;
    let public: PublicKey = exact(pk, "pk", PublicKey::LEN)?;
    let message = Prehashed::new(&digest, b"").map_err(|error| map(py, &error))?;
    let work = || ed25519ph::verify(public.as_bytes(), &message, &signature);
    match run(py, VERIFY_NS, work) {
        Ok(()) => Ok(true),
        Err(quicksalt::Error::Verification) => Err(forged(py)),
        Err(error) => Err(map(py, &error)),
    }
}

/// A signing key, prepared for any number of messages.
#[pyclass(frozen, module = "quicksalt._native")]
struct SigningKey(sign::SigningKey);

#[pymethods]
impl SigningKey {
    #[new]
    fn new(py: Python<'_>, seed: Arg) -> PyResult<Self> {
        let seed = exact_or(seed, "seed", Seed::LEN, "Invalid seed")?;
        let key = run(py, BASE_NS, || sign::SigningKey::from_seed(&seed));
        key.map(Self).map_err(|error| map(py, &error))
    }

    #[getter]
    fn public_key<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        PyBytes::new(py, self.0.public_key().as_bytes())
    }

    /// Return the 64-byte signature followed by the message.
    fn sign<'py>(&self, py: Python<'py>, message: Arg) -> Output<'py> {
        let message = &*input(message, "message")?;
        output(py, message.len() + SIGNATURE_LEN, |out| {
            let ns = SIGN_NS + 2 * estimate(message.len(), PICOSECONDS);
            run(py, ns, || self.0.sign_into(out, message)).map_err(|error| map(py, &error))
        })
    }
}
