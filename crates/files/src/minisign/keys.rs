//! Minisign's key files.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::nacl::scrypt::{self, Limits, Params};
use quicksalt::nacl::sign::{self, SigningKey};
use quicksalt::nacl::{bytes, generichash, random};
use quicksalt::{Error as Primitive, Wiped, memory};

use super::text::{self, ED25519, UNTRUSTED};
use crate::error::{Error, Result};
use crate::stretch;

/// The length of a key id in bytes.
pub(super) const ID_LEN: usize = 8;

const PUBLIC_LEN: usize = 2 + ID_LEN + 32;
const SALT_LEN: usize = 32;
const SECRET_LEN: usize = 6 + SALT_LEN + 16 + HIDDEN_LEN;
/// The length in bytes of the encrypted part: key id, secret key in NaCl's form, and checksum.
const HIDDEN_LEN: usize = ID_LEN + 64 + 32;
const CHECKSUM: [u8; 2] = *b"B2";
const SCRYPT: [u8; 2] = *b"Sc";
const OPEN: [u8; 2] = [0; 2];

/// The scrypt limits for new key files, as in minisign. They require a gibibyte of memory and
/// seconds of time.
pub const LIMITS: Limits = scrypt::SENSITIVE;

/// The highest limits that a key file may specify.
const LIMITS_MAX: Limits = Limits { opslimit: 1 << 28, memlimit: 2 << 30 };

/// Formats a key id as text.
pub(super) fn id_text(id: &[u8; ID_LEN]) -> String {
    format!("{:016X}", u64::from_le_bytes(*id))
}

/// A public key, which verifies signatures.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PublicKey {
    pub(super) id: [u8; ID_LEN],
    pub(super) key: sign::PublicKey,
}

impl PublicKey {
    /// Parses a public key file, or only its base64 line.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a file of another format, including a secret key; [`Error::Header`]
    /// for any other invalid text.
    pub fn parse(file: &[u8]) -> Result<Self> {
        const EXPECTED: &str = "not a minisign public key";
        let mut lines = text::lines(file);
        let mut line = lines.next();
        if text::comment(line, UNTRUSTED).is_some() {
            line = lines.next();
        }
        let found = text::bytes::<PUBLIC_LEN>(line).filter(|_| lines.next().is_none());
        let found = found.ok_or_else(|| text::wrong(file, EXPECTED))?;
        let (kind, rest) = found.split_at(ED25519.len());
        let (id, key) = rest.split_at(ID_LEN);
        match (<[u8; ID_LEN]>::try_from(id), <[u8; 32]>::try_from(key)) {
            (Ok(id), Ok(key)) if kind == ED25519 => Ok(Self { id, key: key.into() }),
            _ => Err(Error::Header(EXPECTED)),
        }
    }

    /// Formats the public key file.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted.
    pub fn to_text(&self) -> Result<Vec<u8>> {
        let mut file = format!("{UNTRUSTED}minisign public key {}\n", self.id()).into_bytes();
        let key = [&ED25519[..], &self.id, self.key.as_bytes()].concat();
        text::push(&mut file, &key)?;
        Ok(file)
    }

    /// Returns the key id as minisign prints it.
    #[must_use]
    pub fn id(&self) -> String {
        id_text(&self.id)
    }
}

/// A secret key, which makes signatures. `Debug` shows only the key id.
pub struct SecretKey {
    pub(super) id: [u8; ID_LEN],
    pub(super) key: SigningKey,
}

impl SecretKey {
    /// Generates a key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no randomness.
    pub fn generate() -> Result<Self> {
        let mut id = [0; ID_LEN];
        random::fill(&mut id)?;
        Ok(Self { id, key: SigningKey::generate()? })
    }

    /// Returns the public key that belongs to this secret key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey { id: self.id, key: self.key.public_key() }
    }

    /// Reports whether a secret key file is encrypted with a passphrase.
    ///
    /// # Errors
    /// The errors of [`Self::parse`].
    pub fn is_encrypted(file: &[u8]) -> Result<bool> {
        Ok(Stored::parse(file)?.kdf() == SCRYPT)
    }

    /// Parses a secret key file; `passphrase` decrypts an encrypted key. The memory and time that
    /// the file specifies are compared with limits before any memory is allocated.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a file of another format, including a public key; [`Error::Header`]
    /// for any other invalid text; [`Error::Cost`]; [`Error::NoMatch`] if the passphrase is wrong
    /// or missing.
    pub fn parse(file: &[u8], passphrase: Option<&[u8]>) -> Result<Self> {
        let stored = Stored::parse(file)?;
        let mut hidden = Wiped::new([0; HIDDEN_LEN]);
        hidden.copy_from_slice(stored.hidden());
        if stored.kdf() == SCRYPT {
            let word = passphrase
                .ok_or(Error::NoMatch("the secret key is encrypted: passphrase required"))?;
            let stream = stretched(word, stored.salt(), stored.limits())?;
            xor(&mut *hidden, &*stream);
        }
        let (front, checksum) = hidden.split_at(HIDDEN_LEN - 32);
        // minisign writes a zero checksum for a key without a passphrase.
        let has_none = stored.kdf() == OPEN && bytes::equal(checksum, &[0; 32]);
        if !has_none && !bytes::equal(&*checksum_of(front)?, checksum) {
            return Err(Error::NoMatch("the passphrase is wrong, or the secret key is altered"));
        }
        let (id, pair) = front.split_at(ID_LEN);
        let wrong = Error::Header("the public key does not match the secret key");
        let key = match SigningKey::from_secret_key(&sign::SecretKey::try_from(pair)?) {
            Err(Primitive::KeyMismatch) => return Err(wrong),
            key => key?,
        };
        Ok(Self { id: id.try_into().unwrap_or_default(), key })
    }

    /// Formats the secret key file, encrypted if a passphrase is given.
    ///
    /// # Errors [`Error::Primitive`] if memory is exhausted or random bytes are unavailable;
    /// [`Error::Cost`] for limits above the maximum for key files.
    pub fn to_text(&self, passphrase: Option<(&[u8], Limits)>) -> Result<Wiped<Vec<u8>>> {
        let mut hidden = Wiped::new(memory::with_capacity(HIDDEN_LEN)?);
        let seed = self.key.seed();
        hidden.extend_from_slice(&self.id);
        hidden.extend_from_slice(seed.as_bytes());
        hidden.extend_from_slice(self.key.public_key().as_bytes());
        let checksum = checksum_of(&hidden)?;
        hidden.extend_from_slice(&*checksum);
        let mut salt = [0; SALT_LEN];
        let (kdf, limits) = match passphrase {
            Some((word, limits)) => {
                // libsodium, and therefore minisign, rejects a memory limit above the maximum even
                // if scrypt would use less memory.
                if limits.memlimit > LIMITS_MAX.memlimit {
                    let text = "memlimit of a key must be at most 2048 MiB";
                    return Err(Error::Cost(text.into()));
                }
                random::fill(&mut salt)?;
                let stream = stretched(word, &salt, limits)?;
                xor(&mut hidden, &*stream);
                (SCRYPT, limits)
            }
            None => (OPEN, Limits { opslimit: 0, memlimit: 0 }),
        };
        let mut stored = Wiped::new(memory::with_capacity(SECRET_LEN)?);
        for part in [&ED25519[..], &kdf, &CHECKSUM, &salt] {
            stored.extend_from_slice(part);
        }
        stored.extend_from_slice(&limits.opslimit.to_le_bytes());
        stored.extend_from_slice(&limits.memlimit.to_le_bytes());
        stored.extend_from_slice(&hidden);
        let kind = if passphrase.is_some() { "encrypted secret key" } else { "secret key" };
        let mut file = Wiped::new(format!("{UNTRUSTED}minisign {kind}\n").into_bytes());
        file.reserve_exact(SECRET_LEN.div_ceil(3) * 4 + 1);
        text::push(&mut file, &stored)?;
        Ok(file)
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("id", &id_text(&self.id)).finish_non_exhaustive()
    }
}

/// The decoded content of a secret key file.
struct Stored(Wiped<[u8; SECRET_LEN]>);

impl Stored {
    fn parse(file: &[u8]) -> Result<Self> {
        const EXPECTED: &str = "not a minisign secret key";
        let mut lines = text::lines(file);
        let is_commented = text::comment(lines.next(), UNTRUSTED).is_some();
        let found = text::bytes(lines.next()).filter(|_| lines.next().is_none() && is_commented);
        let found = found.map(Self).filter(|found| {
            let kinds: (&[u8], &[u8]) = (&found.0[..2], &found.0[4..6]);
            kinds == (&ED25519, &CHECKSUM) && [SCRYPT, OPEN].contains(&found.kdf())
        });
        found.ok_or_else(|| match text::wrong(file, EXPECTED) {
            // The first line identifies a secret key, so the file does not have a foreign format.
            Error::Foreign("a minisign secret key") => Error::Header(EXPECTED),
            error => error,
        })
    }

    fn kdf(&self) -> [u8; 2] {
        [self.0[2], self.0[3]]
    }

    fn salt(&self) -> &[u8] {
        &self.0[6..6 + SALT_LEN]
    }

    fn limits(&self) -> Limits {
        let (numbers, _) = self.0[6 + SALT_LEN..].as_chunks::<8>();
        Limits {
            opslimit: u64::from_le_bytes(numbers[0]),
            memlimit: u64::from_le_bytes(numbers[1]),
        }
    }

    fn hidden(&self) -> &[u8] {
        &self.0[SECRET_LEN - HIDDEN_LEN..]
    }
}

fn checksum_of(front: &[u8]) -> Result<Wiped<[u8; 32]>> {
    let mut hasher = generichash::init(32, &generichash::Params::default())?;
    hasher.update(&ED25519);
    hasher.update(front);
    let mut checksum = Wiped::new([0; 32]);
    hasher.digest_into(&mut *checksum);
    Ok(checksum)
}

fn stretched(passphrase: &[u8], salt: &[u8], limits: Limits) -> Result<Wiped<[u8; HIDDEN_LEN]>> {
    let params = params(limits)?;
    stretch::judge(params, self::params(LIMITS_MAX)?)
        .map_err(|excess| Error::Cost(format!("decrypting the secret key takes {excess}")))?;
    let mut stream = Wiped::new([0; HIDDEN_LEN]);
    scrypt::ll(&mut *stream, passphrase, salt, params, 0)?;
    Ok(stream)
}

fn params(limits: Limits) -> Result<Params> {
    let (log_n, r, p) = scrypt::pick_params(limits);
    Ok(Params::new(1 << log_n, r, p)?)
}

fn xor(bytes: &mut [u8], stream: &[u8]) {
    bytes.iter_mut().zip(stream).for_each(|(byte, other)| *byte ^= other);
}
