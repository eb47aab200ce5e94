//! Key files of other programs: PEM with PKCS #8 private keys and SubjectPublicKeyInfo (RFC 7468, RFC
//! 5958, RFC 8410), as OpenSSL and most libraries write them, and OpenSSH's own format.
//!
//! What is read must be what the format says to the last byte: anything behind it, another algorithm,
//! another length and a public key where a private one is due are [`Error::KeyFile`], which says what
//! is wrong. Keys that are encrypted are not read. Texts are compared and decoded in times that do not
//! depend on a secret.
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

/// A private key as files hold it.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum SecretKey {
    /// The seed of an Ed25519 key, which RFC 8032 calls the private key.
    Ed25519(sign::Seed),
    /// An X25519 key.
    X25519(boxes::SecretKey),
}

/// A public key as files hold it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PublicKey {
    /// What verifies signatures.
    Ed25519(sign::PublicKey),
    /// What messages are sealed to.
    X25519(boxes::PublicKey),
}

impl SecretKey {
    /// The key in PKCS #8 (version 1, without its public key), DER.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for it.
    pub fn to_der(&self) -> Result<Wiped<Vec<u8>>> {
        match self {
            Self::Ed25519(seed) => der::write_private(der::ED25519, seed.as_bytes()),
            Self::X25519(key) => der::write_private(der::X25519, key.as_bytes()),
        }
    }

    /// The key in PEM.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for it.
    pub fn to_pem(&self) -> Result<Wiped<Vec<u8>>> {
        pem::write(PRIVATE, &self.to_der()?).map(Wiped::new)
    }

    /// Reads PKCS #8 in DER, also with a public key and attributes (RFC 5958).
    ///
    /// # Errors
    /// [`Error::KeyFile`] if it is not that of Ed25519 or X25519, [`Error::KeyMismatch`] if it comes with
    /// a public key that is not its own, [`Error::NoCandidate`] if no candidate passes its self-test.
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

    /// Reads the one block of a PEM text.
    ///
    /// # Errors
    /// As [`Self::from_der`], and [`Error::KeyFile`] if the text is no such block.
    pub fn from_pem(text: &[u8]) -> Result<Self> {
        without_traces(|| Self::read(&pem::read(PRIVATE, text)?))
    }
}

impl PublicKey {
    /// The key as SubjectPublicKeyInfo in DER.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for it.
    pub fn to_der(&self) -> Result<Vec<u8>> {
        match self {
            Self::Ed25519(key) => der::write_public(der::ED25519, key.as_bytes()),
            Self::X25519(key) => der::write_public(der::X25519, key.as_bytes()),
        }
    }

    /// The key in PEM.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no memory for it.
    pub fn to_pem(&self) -> Result<String> {
        text(pem::write(PUBLIC, &self.to_der()?)?)
    }

    /// Reads SubjectPublicKeyInfo in DER.
    ///
    /// # Errors
    /// [`Error::KeyFile`] if it is not that of Ed25519 or X25519.
    pub fn from_der(der: &[u8]) -> Result<Self> {
        let (algorithm, key) = der::read_public(der)?;
        match algorithm {
            der::ED25519 => Ok(Self::Ed25519(sign::PublicKey::from(*key))),
            der::X25519 => Ok(Self::X25519(boxes::PublicKey::from(*key))),
            _ => Err(der::OTHER_ALGORITHM),
        }
    }

    /// Reads the one block of a PEM text.
    ///
    /// # Errors
    /// As [`Self::from_der`], and [`Error::KeyFile`] if the text is no such block.
    pub fn from_pem(text: &[u8]) -> Result<Self> {
        Self::from_der(&pem::read(PUBLIC, text)?)
    }
}

/// A text that we made of bytes.
fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::KeyFile("the text is not UTF-8"))
}
