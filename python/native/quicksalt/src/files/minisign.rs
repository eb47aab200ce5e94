//! minisign signatures.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt::nacl::scrypt::Limits;
use quicksalt_files::minisign::{self, PublicKey, SecretKey, Signature};

use super::stream::{Mode, Stream};
use super::{refusal, work};
use quicksalt_binding::buffer::{Arg, Input, Output, bytes, input};

quicksalt_binding::functions!("files/minisign.rs");

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<MinisignSecretKey>()?;
    add_functions(module)
}

/// A minisign secret key.
#[pyclass(frozen, module = "quicksalt._native")]
struct MinisignSecretKey(SecretKey);

fn given<'a>(passphrase: Option<&'a Bound<'_, PyAny>>) -> PyResult<Option<Input<'a>>> {
    passphrase.map(|passphrase| input(passphrase, "passphrase")).transpose()
}

#[pymethods]
impl MinisignSecretKey {
    #[staticmethod]
    fn generate(py: Python<'_>) -> PyResult<Self> {
        SecretKey::generate().map(Self).map_err(|error| refusal(py, error))
    }

    /// Read a secret key from the text of its file.
    #[staticmethod]
    fn read(py: Python<'_>, text: Arg, passphrase: Option<Arg>) -> PyResult<Self> {
        let (text, word) = (&*input(text, "text")?, given(passphrase)?);
        let word = word.as_deref();
        work(py, || SecretKey::parse(text, word)).map(Self)
    }

    /// Read a secret key from the text of its file and sign the content of a source; return the key
    /// and the signature file.
    #[staticmethod]
    fn read_and_sign<'py>(
        py: Python<'py>,
        text: Arg,
        passphrase: Option<Arg>,
        source: Arg,
        trusted: &str,
        untrusted: &str,
    ) -> PyResult<(Self, Bound<'py, PyBytes>)> {
        let (text, word) = (&*input(text, "text")?, given(passphrase)?);
        let word = word.as_deref();
        let mut source = Stream::new(source, "source", Mode::Read)?;
        let (key, signature) = work(py, || {
            let (key, signature) = if let Some(file) = source.regular() {
                minisign::open_and_sign(file, text, word, trusted, untrusted)?
            } else {
                let key = SecretKey::parse(text, word)?;
                let signature = minisign::sign(&mut source, &key, trusted, untrusted)?;
                (key, signature)
            };
            Ok((key, signature.to_text()?))
        })?;
        Ok((Self(key), bytes(py, &signature)?))
    }

    /// Return the text of the key's file, encrypted if a passphrase is given; scrypt uses the given
    /// limits.
    fn text<'py>(
        &self,
        py: Python<'py>,
        passphrase: Option<Arg>,
        opslimit: u64,
        memlimit: u64,
    ) -> Output<'py> {
        let word = given(passphrase)?;
        let word = word.as_deref().map(|word| (word, Limits { opslimit, memlimit }));
        bytes(py, &work(py, || self.0.to_text(word))?)
    }

    fn public_text<'py>(&self, py: Python<'py>) -> Output<'py> {
        let text = self.0.public_key().to_text().map_err(|error| refusal(py, error))?;
        bytes(py, &text)
    }

    /// Return the signature file for the content of a source.
    fn sign<'py>(
        &self,
        py: Python<'py>,
        source: Arg,
        trusted: &str,
        untrusted: &str,
    ) -> Output<'py> {
        let mut source = Stream::new(source, "source", Mode::Read)?;
        let signature = work(py, || {
            let signature = match source.regular() {
                Some(file) => minisign::sign_file(file, &self.0, trusted, untrusted),
                None => minisign::sign(&mut source, &self.0, trusted, untrusted),
            };
            signature?.to_text()
        })?;
        bytes(py, &signature)
    }
}

/// Return the key ID of a public key.
#[pyfunction]
fn minisign_key_id(py: Python<'_>, public_key: Arg) -> PyResult<String> {
    let key = PublicKey::parse(&input(public_key, "public_key")?);
    key.map(|key| key.id()).map_err(|error| refusal(py, error))
}

/// Return whether a secret key file is encrypted.
#[pyfunction]
fn minisign_is_encrypted(py: Python<'_>, text: Arg) -> PyResult<bool> {
    SecretKey::is_encrypted(&input(text, "text")?).map_err(|error| refusal(py, error))
}

/// Verify a signature file and return its trusted comment.
#[pyfunction]
fn minisign_verify(
    py: Python<'_>,
    public_key: Arg,
    source: Arg,
    signature: Arg,
) -> PyResult<String> {
    let key = PublicKey::parse(&input(public_key, "public_key")?);
    let key = key.map_err(|error| refusal(py, error))?;
    let signature = Signature::parse(&input(signature, "signature")?);
    let signature = signature.map_err(|error| refusal(py, error))?;
    let mut source = Stream::new(source, "source", Mode::Read)?;
    work(py, || match source.regular() {
        Some(file) => minisign::verify_file(file, &key, &signature),
        None => minisign::verify(&mut source, &key, &signature),
    })?;
    Ok(String::from(signature.trusted_comment()))
}
