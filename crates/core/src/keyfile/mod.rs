//! Reads and writes the key files of common programs: OpenSSH's own format, and PEM files as
//! OpenSSL and most libraries write them. The PEM files contain PKCS #8 private keys or
//! SubjectPublicKeyInfo (RFC 7468, RFC 5958, RFC 8410).
//!
//! Parsing is strict: trailing data, an unexpected algorithm or key length, or a public key instead
//! of a private key is an [`Error::KeyFile`] with the reason. Encrypted keys are not supported.
//! Secrets are decoded and compared in constant time.
//!
//! ```
//! use quicksalt::keyfile::{self, PublicKey, SecretKey};
//! use quicksalt::nacl::sign::{Seed, SigningKey};
//!
//! let seed = Seed::generate()?;
//! let pem = SecretKey::Ed25519(seed.clone()).to_pem()?;
//! assert!(pem.starts_with(b"-----BEGIN PRIVATE KEY-----\n"));
//! assert_eq!(SecretKey::from_pem(&pem)?, SecretKey::Ed25519(seed.clone()));
//!
//! let public = SigningKey::from_seed(&seed)?.public_key();
//! let line = keyfile::openssh::public_line(&public, "me@example.org")?;
//! let (read, comment) = keyfile::openssh::read_public_line(line.as_bytes())?;
//! assert_eq!((read, &comment[..]), (public, "me@example.org"));
//! assert!(PublicKey::from_pem(&pem).is_err());
//! # Ok::<(), quicksalt::Error>(())
//! ```
// May import: `nacl`, `error`, `memory`, `wipe`.

pub mod base64;
mod der;
pub mod openssh;
mod pem;

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::nacl::{boxes, sign};
use crate::wipe::{Wiped, without_traces};

const PRIVATE: &str = "PRIVATE KEY";
const PUBLIC: &str = "PUBLIC KEY";

/// A private key of a key file.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum SecretKey {
    /// The seed of an Ed25519 key, which RFC 8032 calls the private key.
    Ed25519(sign::Seed),
    /// An X25519 key.
    X25519(boxes::SecretKey),
}

/// A public key of a key file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PublicKey {
    /// A key that verifies signatures.
    Ed25519(sign::PublicKey),
    /// A key that messages are encrypted to.
    X25519(boxes::PublicKey),
}

impl SecretKey {
    /// Encodes the key as PKCS #8 DER (version 1, without the public key).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted.
    pub fn to_der(&self) -> Result<Wiped<Vec<u8>>> {
        match self {
            Self::Ed25519(seed) => der::write_private(der::ED25519, seed.as_bytes()),
            Self::X25519(key) => der::write_private(der::X25519, key.as_bytes()),
        }
    }

    /// Encodes the key as PEM.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted.
    pub fn to_pem(&self) -> Result<Wiped<Vec<u8>>> {
        pem::write(PRIVATE, &self.to_der()?).map(Wiped::new)
    }

    /// Parses PKCS #8 DER, including a public key and attributes (RFC 5958).
    ///
    /// # Errors
    /// [`Error::KeyFile`] unless it is an Ed25519 or X25519 key, [`Error::KeyMismatch`] if the
    /// included public key does not match, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn from_der(der: &[u8]) -> Result<Self> {
        without_traces(|| Self::read(der))
    }

    fn read(der: &[u8]) -> Result<Self> {
        let found = der::read_private(der)?;
        let (key, is_its_own) = match found.algorithm {
            der::ED25519 => {
                let seed = sign::Seed::from(*found.key);
                let own =
                    |public| sign::SigningKey::from_seed(&seed).map(|k| k.public_key() == public);
                let is_its_own = found.public.copied().map(sign::PublicKey::from).map(own);
                (Self::Ed25519(seed), is_its_own)
            }
            der::X25519 => {
                let key = boxes::SecretKey::from(*found.key);
                let own = |public| key.public_key().map(|own| own == public);
                let is_its_own = found.public.copied().map(boxes::PublicKey::from).map(own);
                (Self::X25519(key), is_its_own)
            }
            _ => return Err(der::OTHER_ALGORITHM),
        };
        if is_its_own.transpose()? == Some(false) { Err(Error::KeyMismatch) } else { Ok(key) }
    }

    /// Parses a PEM text with a single block.
    ///
    /// # Errors
    /// The errors of [`Self::from_der`], and [`Error::KeyFile`] for any other text.
    pub fn from_pem(text: &[u8]) -> Result<Self> {
        without_traces(|| Self::read(&pem::read(PRIVATE, text)?))
    }
}

impl PublicKey {
    /// Encodes the key as SubjectPublicKeyInfo DER.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted.
    pub fn to_der(&self) -> Result<Vec<u8>> {
        match self {
            Self::Ed25519(key) => der::write_public(der::ED25519, key.as_bytes()),
            Self::X25519(key) => der::write_public(der::X25519, key.as_bytes()),
        }
    }

    /// Encodes the key as PEM.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if memory is exhausted.
    pub fn to_pem(&self) -> Result<String> {
        text(pem::write(PUBLIC, &self.to_der()?)?)
    }

    /// Parses SubjectPublicKeyInfo DER.
    ///
    /// # Errors
    /// [`Error::KeyFile`] unless it is an Ed25519 or X25519 key.
    pub fn from_der(der: &[u8]) -> Result<Self> {
        let (algorithm, key) = der::read_public(der)?;
        match algorithm {
            der::ED25519 => Ok(Self::Ed25519(sign::PublicKey::from(*key))),
            der::X25519 => Ok(Self::X25519(boxes::PublicKey::from(*key))),
            _ => Err(der::OTHER_ALGORITHM),
        }
    }

    /// Parses a PEM text with a single block.
    ///
    /// # Errors
    /// The errors of [`Self::from_der`], and [`Error::KeyFile`] for any other text.
    pub fn from_pem(text: &[u8]) -> Result<Self> {
        Self::from_der(&pem::read(PUBLIC, text)?)
    }
}

/// Converts bytes that this crate wrote to a text.
fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::KeyFile("the text is not UTF-8"))
}
