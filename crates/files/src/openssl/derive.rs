//! Derives key and initialization vector from a passphrase as `openssl enc` does.

use core::fmt;

use quicksalt::Wiped;
use quicksalt::hazmat::md5;
use quicksalt::nacl::{hash, pbkdf2};

use super::cipher::{Cipher, MATERIAL_MAX};
use crate::error::{Error, Result};

/// The number of iterations that openssl uses with `-pbkdf2` but without `-iter`.
pub const ITERATIONS: u32 = 10_000;

/// A key derivation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kdf {
    /// PBKDF2 with HMAC-SHA-256, as `-pbkdf2 -iter N` selects it.
    Pbkdf2(u32),
    /// One iteration of SHA-256: the default since OpenSSL 1.1.0.
    Sha256,
    /// One iteration of MD5: the default before OpenSSL 1.1.0.
    Md5,
}

impl Kdf {
    /// Returns all derivations to try, the most likely first.
    pub(super) fn all(iterations: u32) -> [Self; 3] {
        [Self::Pbkdf2(iterations), Self::Sha256, Self::Md5]
    }

    /// Parses the name of a derivation.
    ///
    /// # Errors
    /// [`Error::Key`] for any name other than `pbkdf2`, `sha256` and `md5`.
    pub fn parse(name: &str, iterations: u32) -> Result<Self> {
        match name {
            "pbkdf2" => Ok(Self::Pbkdf2(iterations)),
            "sha256" => Ok(Self::Sha256),
            "md5" => Ok(Self::Md5),
            _ => Err(Error::Key("the derivation must be pbkdf2, sha256 or md5")),
        }
    }

    /// Derives the key, followed by the initialization vector and zeros.
    pub(super) fn derive(
        self,
        passphrase: &[u8],
        salt: &[u8; 8],
        cipher: Cipher,
    ) -> Result<Wiped<[u8; MATERIAL_MAX]>> {
        let mut material = Wiped::new([0; MATERIAL_MAX]);
        let out = &mut material[..cipher.material_len()];
        match self {
            Self::Pbkdf2(iterations) => pbkdf2::sha256(out, passphrase, salt, iterations)?,
            Self::Sha256 => rounds(out, |before| {
                let mut hasher = hash::sha256_init()?;
                [before, passphrase, salt].iter().for_each(|part| hasher.update(part));
                Ok(hasher.digest())
            })?,
            Self::Md5 => rounds(out, |before| Ok(md5::hash(&[before, passphrase, salt])?))?,
        }
        Ok(material)
    }
}

/// Formats the name that [`Kdf::parse`] accepts.
impl fmt::Display for Kdf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pbkdf2(_) => "pbkdf2",
            Self::Sha256 => "sha256",
            Self::Md5 => "md5",
        })
    }
}

/// OpenSSL's `EVP_BytesToKey` with a count of 1. Each digest covers the previous digest and the
/// given parts.
fn rounds<const N: usize>(out: &mut [u8], digest: impl Fn(&[u8]) -> Result<[u8; N]>) -> Result<()> {
    let mut before = Wiped::new([0; N]);
    for (number, part) in out.chunks_mut(N).enumerate() {
        let parts = if number == 0 { &[][..] } else { &before[..] };
        before = digest(parts)?.into();
        part.copy_from_slice(&before[..part.len()]);
    }
    Ok(())
}
