//! One-time keys of coinZdense.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::memory;
use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd0::{OneTimeSigningKey, OneTimeValidator};

use super::args::{contexts, number, params, secret_key};
use super::error::{Own, map, raise_own, verdict};
use super::secret::OneTimeSecret;
use super::work::{Job, Work};
use quicksalt_binding::buffer::{self, Arg, Input, Output, input};
use quicksalt_binding::error::{Kind, no_memory, raise};
use quicksalt_binding::interrupt::interruptible;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<OneTimeKey>()?;
    module.add_class::<OneTimeVerifier>()
}

/// A one-time key, which signs just once.
#[pyclass(frozen, name = "Czd0OneTimeKey", module = "quicksalt._signatures")]
struct OneTimeKey {
    secret: Arc<OneTimeSecret>,
    is_used: AtomicBool,
}

#[pymethods]
impl OneTimeKey {
    #[new]
    fn new(
        hashlen: Arg,
        otsbits: Arg,
        levelsalt: Arg,
        key: Arg,
        startno: Arg,
        ctx_mode: Arg,
    ) -> PyResult<Self> {
        let params = params(hashlen, otsbits)?;
        let (levelsalt, startno) = (input(levelsalt, "levelsalt")?, number(startno, "startno")?);
        let (key, contexts) = (secret_key(key, "key")?, contexts(ctx_mode, "ctx_mode")?);
        let levelsalt = memory::copy(&levelsalt).map_err(|_| no_memory())?;
        let secret = OneTimeSecret { params, levelsalt, key, startno, contexts };
        secret.key().map_err(|error| map(hashlen.py(), &error))?;
        Ok(Self { secret: Arc::new(secret), is_used: AtomicBool::new(false) })
    }

    /// Return the work that computes the public key, in this process or another.
    fn work(&self) -> Work {
        Work::new(Job::OneTime(Arc::clone(&self.secret)))
    }

    /// Return the signature of a digest; allowed once.
    fn sign_hash<'py>(&self, py: Python<'py>, digest: Arg) -> Output<'py> {
        let digest = input(digest, "digest")?;
        // Check the length first: an invalid digest must not use up the key.
        let hashlen = self.secret.params.hashlen();
        if digest.len() != hashlen {
            let text = format!("digest must be {hashlen} bytes long, not {}", digest.len());
            return Err(raise(py, Kind::Value, text));
        }
        self.sign(py, |key| key.sign_hash(&digest))
    }

    /// Return the signature of a message; allowed once.
    fn sign_data<'py>(&self, py: Python<'py>, data: Arg) -> Output<'py> {
        let data = input(data, "data")?;
        self.sign(py, |key| key.sign_data(&data))
    }

    /// Whether the key has signed.
    #[getter]
    fn is_used(&self) -> bool {
        self.is_used.load(Ordering::SeqCst)
    }
}

impl OneTimeKey {
    fn sign<'py>(
        &self,
        py: Python<'py>,
        sign: impl FnOnce(OneTimeSigningKey) -> Result<Vec<u8>> + Send,
    ) -> Output<'py> {
        // Mark the key as used before computing any part of the signature.
        if self.is_used.swap(true, Ordering::SeqCst) {
            let used = "this one-time key has already signed: a second signature would let \
                        anyone forge signatures; use a new key";
            return Err(raise_own(py, Own::Exhausted, used));
        }
        let signature = interruptible(py, || sign(self.secret.key()?))?;
        let signature = signature.map_err(|error| map(py, &error))?;
        Ok(PyBytes::new(py, &signature))
    }
}

/// A verifier of signatures by a one-time key.
#[pyclass(frozen, name = "Czd0OneTimeVerifier", module = "quicksalt._signatures")]
struct OneTimeVerifier(OneTimeValidator);

#[pymethods]
impl OneTimeVerifier {
    #[new]
    fn new(hashlen: Arg, otsbits: Arg, levelsalt: Arg, otpubkey: Arg) -> PyResult<Self> {
        let params = params(hashlen, otsbits)?;
        let (levelsalt, otpubkey) = (input(levelsalt, "levelsalt")?, input(otpubkey, "otpubkey")?);
        let made = OneTimeValidator::new(params, &levelsalt, &otpubkey);
        made.map(Self).map_err(|error| map(hashlen.py(), &error))
    }

    fn validate_hash(&self, py: Python<'_>, digest: Arg, signature: Arg) -> PyResult<bool> {
        let (digest, signature) = both((digest, "digest"), signature)?;
        verdict(py, interruptible(py, || self.0.validate_hash(&digest, &signature))?)
    }

    fn validate_data(&self, py: Python<'_>, data: Arg, signature: Arg) -> PyResult<bool> {
        let (data, signature) = both((data, "data"), signature)?;
        verdict(py, interruptible(py, || self.0.validate_data(&data, &signature))?)
    }

    /// Return the public key under which a signature of a digest is valid.
    fn signer_of_hash<'py>(&self, py: Python<'py>, digest: Arg, signature: Arg) -> Output<'py> {
        let (digest, signature) = both((digest, "digest"), signature)?;
        bytes(py, interruptible(py, || self.0.signer_of_hash(&digest, &signature))?)
    }

    /// Return the public key under which a signature of a message is valid.
    fn signer_of_data<'py>(&self, py: Python<'py>, data: Arg, signature: Arg) -> Output<'py> {
        let (data, signature) = both((data, "data"), signature)?;
        bytes(py, interruptible(py, || self.0.signer_of_data(&data, &signature))?)
    }
}

/// Converts the signed data and the signature.
pub(super) fn both<'a>(
    signed: (&'a Bound<'_, PyAny>, &str),
    signature: &'a Bound<'_, PyAny>,
) -> PyResult<(Input<'a>, Input<'a>)> {
    Ok((input(signed.0, signed.1)?, input(signature, "signature")?))
}

pub(super) fn bytes(py: Python<'_>, result: Result<Vec<u8>>) -> Output<'_> {
    buffer::bytes(py, &result.map_err(|error| map(py, &error))?)
}
