//! Reads and writes OpenSSH's Ed25519 keys: unencrypted private key files in the format
//! `openssh-key-v1` (OpenSSH's `PROTOCOL.key`), and public key lines (RFC 8709, section 4).
//!
//! ```
//! use quicksalt::keyfile::openssh;
//! use quicksalt::nacl::sign::SigningKey;
//!
//! let key = SigningKey::generate()?;
//! let file = openssh::secret_file(key.seed(), "me@example.org")?;
//! let (seed, comment) = openssh::read_secret_file(&file)?;
//! assert_eq!((&seed, &comment[..]), (key.seed(), "me@example.org"));
//! assert!(openssh::public_line(&key.public_key(), "")?.starts_with("ssh-ed25519 AAAA"));
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use subtle::ConstantTimeEq as _;

use super::{base64, pem, text};
use crate::error::{Error, Result};
use crate::nacl::sign::{PublicKey, Seed, SigningKey};
use crate::wipe::{Wiped, without_traces};

const LABEL: &str = "OPENSSH PRIVATE KEY";
const MAGIC: &[u8] = b"openssh-key-v1\0";
const KIND: &[u8] = b"ssh-ed25519";
/// Base64 letters per line of a private key file.
const WIDTH: usize = 70;
/// The padding unit of the private part without a cipher.
const BLOCK: usize = 8;

const MALFORMED: Error = Error::KeyFile("the OpenSSH key is malformed");
const COMMENT: Error = Error::KeyFile("the comment must be one line");

/// Formats the private key file of a seed. The comment may be any single line.
///
/// # Errors
/// [`Error::KeyFile`] if the comment contains a line break or NUL, [`Error::OutOfMemory`] if memory
/// is exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn secret_file(seed: &Seed, comment: &str) -> Result<Wiped<Vec<u8>>> {
    without_traces(|| written(seed, comment))
}

fn written(seed: &Seed, comment: &str) -> Result<Wiped<Vec<u8>>> {
    let public = SigningKey::from_seed(seed)?.public_key();
    // OpenSSH writes a random number twice to detect wrong decryption. Any number is valid.
    let (check, _) = public.as_bytes().split_at(4);
    let mut secret = Writer::new();
    secret.bytes(check)?;
    secret.bytes(check)?;
    secret.string(KIND)?;
    secret.string(public.as_bytes())?;
    secret.length(64)?;
    secret.bytes(seed.as_bytes())?;
    secret.bytes(public.as_bytes())?;
    secret.string(one_line(comment)?.as_bytes())?;
    let padding = secret.0.len().next_multiple_of(BLOCK) - secret.0.len();
    secret.bytes(&[1, 2, 3, 4, 5, 6, 7][..padding])?;
    let mut file = Writer::new();
    file.bytes(MAGIC)?;
    for part in [&b"none"[..], b"none", b""] {
        file.string(part)?;
    }
    file.length(1)?;
    file.string(&public_blob(&public)?)?;
    file.string(&secret.0)?;
    pem::wrapped(LABEL, &file.0, WIDTH).map(Wiped::new)
}

/// Parses a private key file and returns its seed and its comment.
///
/// # Errors
/// [`Error::KeyFile`] if the file is encrypted, is malformed, contains several keys, or contains a
/// key that is not an Ed25519 key; [`Error::KeyMismatch`] if its public key does not match its
/// seed; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn read_secret_file(file: &[u8]) -> Result<(Seed, String)> {
    without_traces(|| read(file))
}

fn read(file: &[u8]) -> Result<(Seed, String)> {
    let bytes = pem::read(LABEL, file)?;
    let mut file = Reader(bytes.strip_prefix(MAGIC).ok_or(MALFORMED)?);
    if (file.string()?, file.string()?, file.string()?) != (b"none", b"none", b"") {
        return Err(Error::KeyFile(
            "the OpenSSH key is encrypted, which is not supported: ssh-keygen -p decrypts it",
        ));
    }
    if file.number()? != 1 {
        return Err(Error::KeyFile("the OpenSSH file must contain exactly one key"));
    }
    let public = read_blob(file.string()?)?;
    let mut secret = Reader(file.string()?);
    file.end()?;
    if secret.number()? != secret.number()? {
        return Err(MALFORMED);
    }
    if secret.string()? != KIND {
        return Err(OTHER_KIND);
    }
    let again = secret.string()?;
    let (seed, public_of_seed) = secret.string()?.split_first_chunk().ok_or(MALFORMED)?;
    let comment = text(secret.string()?.to_vec())?;
    let is_padded = secret.0.len() < BLOCK && secret.0.iter().zip(1..).all(|(a, b)| *a == b);
    if !is_padded || one_line(&comment).is_err() {
        return Err(MALFORMED);
    }
    let seed = Seed::from(*seed);
    let own = SigningKey::from_seed(&seed)?.public_key();
    let agree = [public.as_bytes(), again, public_of_seed]
        .iter()
        .all(|public| own.as_bytes().ct_eq(public).into());
    if agree { Ok((seed, comment)) } else { Err(Error::KeyMismatch) }
}

/// Formats a public key line as in `authorized_keys`, including a line break.
///
/// # Errors
/// [`Error::KeyFile`] if the comment contains a line break or NUL, [`Error::OutOfMemory`] if memory
/// is exhausted.
pub fn public_line(public: &PublicKey, comment: &str) -> Result<String> {
    let mut line = KIND.to_vec();
    line.push(b' ');
    base64::encode(&mut line, &public_blob(public)?)?;
    if !one_line(comment)?.is_empty() {
        line.push(b' ');
        line.extend_from_slice(comment.as_bytes());
    }
    line.push(b'\n');
    text(line)
}

/// Parses a public key line without leading options and returns its key and its comment.
///
/// # Errors
/// [`Error::KeyFile`] for any other text.
pub fn read_public_line(line: &[u8]) -> Result<(PublicKey, String)> {
    let line = line.trim_ascii();
    if line.starts_with(b"-----BEGIN ") {
        return Err(Error::KeyFile("expected a public key line, not a PEM block"));
    }
    let mut parts = line.splitn(3, |byte| *byte == b' ');
    if parts.next() != Some(KIND) {
        return Err(OTHER_KIND);
    }
    let blob = base64::decode(parts.next().ok_or(MALFORMED)?)?;
    let comment = text(parts.next().unwrap_or_default().to_vec())?;
    one_line(&comment)?;
    Ok((read_blob(&blob)?, comment))
}

const OTHER_KIND: Error = Error::KeyFile("unsupported OpenSSH key type: expected ssh-ed25519");

fn one_line(comment: &str) -> Result<&str> {
    if comment.contains(['\n', '\r', '\0']) { Err(COMMENT) } else { Ok(comment) }
}

/// Returns the binary data of a public key line: the key type and the key.
fn public_blob(public: &PublicKey) -> Result<Vec<u8>> {
    let mut blob = Writer::new();
    blob.string(KIND)?;
    blob.string(public.as_bytes())?;
    Ok(blob.0.to_vec())
}

fn read_blob(blob: &[u8]) -> Result<PublicKey> {
    let mut blob = Reader(blob);
    if blob.string()? != KIND {
        return Err(OTHER_KIND);
    }
    let key = blob.string()?.try_into().map_err(|_| MALFORMED)?;
    blob.end()?;
    Ok(key)
}

/// A reader of the data types of RFC 4251, section 5.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u32> {
        let (number, rest) = self.0.split_first_chunk().ok_or(MALFORMED)?;
        self.0 = rest;
        Ok(u32::from_be_bytes(*number))
    }

    fn string(&mut self) -> Result<&'a [u8]> {
        let len = self.number()? as usize;
        let (string, rest) = self.0.split_at_checked(len).ok_or(MALFORMED)?;
        self.0 = rest;
        Ok(string)
    }

    fn end(&self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(MALFORMED) }
    }
}

/// A writer of the data types of RFC 4251, section 5.
struct Writer(Wiped<Vec<u8>>);

impl Writer {
    fn new() -> Self {
        Self(Wiped::new(Vec::new()))
    }

    /// Grows by copying and wiping: a growing `Vec` would leave its old content in freed memory.
    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        let mut longer = Wiped::new(crate::memory::with_capacity(self.0.len() + bytes.len())?);
        longer.extend_from_slice(&self.0);
        longer.extend_from_slice(bytes);
        self.0 = longer;
        Ok(())
    }

    fn length(&mut self, length: u32) -> Result<()> {
        self.bytes(&length.to_be_bytes())
    }

    fn string(&mut self, string: &[u8]) -> Result<()> {
        let len = u32::try_from(string.len()).map_err(|_| Error::OutOfMemory)?;
        self.length(len)?;
        self.bytes(string)
    }
}
