//! Identities: the keys and passphrases that decrypt a file.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::keyfile::openssh;
use quicksalt::nacl::boxes::SecretKey;
use quicksalt::nacl::sign::{Seed, SigningKey};
use quicksalt::{Wiped, memory};

use super::header::{FileKey, Stanza};
use super::recipient::{Recipient, at_line};
use super::{bech32, scrypt, ssh, x25519};
use crate::error::{Error, Result};
use crate::foreign;

const PREFIX: &str = "AGE-SECRET-KEY-";

/// A callback that asks the user for a passphrase.
pub type Ask = Box<dyn Fn() -> Result<Wiped<Vec<u8>>> + Send + Sync>;

/// A key or passphrase that decrypts files.
#[non_exhaustive]
pub enum Identity {
    /// An X25519 key, `AGE-SECRET-KEY-1...`.
    X25519(SecretKey),
    /// An OpenSSH Ed25519 key.
    SshEd25519(Seed),
    /// A passphrase.
    Passphrase {
        /// The bytes of the passphrase: UTF-8 for files that other programs read.
        passphrase: Wiped<Vec<u8>>,
        /// The highest accepted work factor; see [`super::WORK_FACTOR_MAX`].
        most: u8,
    },
    /// A passphrase that is requested when a file needs it.
    Ask {
        /// The callback that asks for the passphrase, at most once per file.
        ask: Ask,
        /// The highest accepted work factor, as in `Passphrase`.
        most: u8,
    },
}

impl Identity {
    /// Generates an X25519 identity.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no randomness.
    pub fn generate() -> Result<Self> {
        Ok(Self::X25519(SecretKey::generate()?))
    }

    /// Creates an identity from a passphrase, with the default limit of the work factor.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted.
    pub fn passphrase(passphrase: &[u8]) -> Result<Self> {
        let passphrase = memory::copy(passphrase)?.into();
        Ok(Self::Passphrase { passphrase, most: scrypt::WORK_FACTOR_MAX })
    }

    /// Parses the text of an X25519 identity, with optional surrounding whitespace.
    ///
    /// # Errors [`Error::Key`] for any other text; its message differs if the text is a recipient.
    pub fn parse(text: &[u8]) -> Result<Self> {
        const KINDS: &[(&[u8], &str)] = &[
            (b"age1", "expected an identity, not a recipient (a public key)"),
            (b"ssh-", "expected an identity, not an OpenSSH public key"),
            (b"AGE-SECRET-KEY-PQ-1", "post-quantum identities are not supported"),
            (b"AGE-PLUGIN-", "identities of plugins are not supported"),
        ];
        let text = text.trim_ascii();
        if let Some((_, refusal)) = KINDS.iter().find(|(start, _)| text.starts_with(start)) {
            return Err(Error::Key(refusal));
        }
        let wrong = "malformed identity: expected AGE-SECRET-KEY-1...";
        if !text.starts_with(PREFIX.as_bytes()) {
            return Err(Error::Key(if foreign::name(text).is_some() {
                "expected an identity, not a file of another format"
            } else {
                wrong
            }));
        }
        let (_, bytes) = bech32::decode_behind(PREFIX.len(), text)?.ok_or(Error::Key(wrong))?;
        SecretKey::try_from(&bytes[..]).map(Self::X25519).map_err(|_| Error::Key(wrong))
    }

    /// Parses an OpenSSH private key file, or identities on one line each; empty lines and lines
    /// that begin with `#` are ignored.
    ///
    /// # Errors
    /// [`Error::Line`] for the first invalid line, [`Error::Key`] for a file without identities.
    pub fn parse_file(text: &[u8]) -> Result<Vec<Self>> {
        if text.trim_ascii_start().starts_with(b"-----BEGIN OPENSSH PRIVATE KEY-----") {
            return match openssh::read_secret_file(text) {
                Ok((seed, _)) => Ok(Vec::from([Self::SshEd25519(seed)])),
                Err(quicksalt::Error::KeyFile(text)) => Err(Error::Key(text)),
                Err(error) => Err(error.into()),
            };
        }
        if let Some(name @ ("a PGP private key" | "an empty file")) = foreign::name(text) {
            return Err(Error::Foreign(name));
        }
        let mut found = Vec::new();
        for (line, number) in text.split(|byte| *byte == b'\n').zip(1..) {
            if line.trim_ascii().is_empty() || line.starts_with(b"#") {
                continue;
            }
            found.push(Self::parse(line).map_err(|error| at_line(error, number))?);
        }
        if found.is_empty() {
            Err(Error::Key("the file does not contain an identity"))
        } else {
            Ok(found)
        }
    }

    /// Returns this identity's recipient.
    ///
    /// # Errors
    /// [`Error::Key`] for a passphrase, which does not have a recipient; [`Error::Primitive`].
    pub fn recipient(&self) -> Result<Recipient> {
        match self {
            Self::X25519(key) => Ok(Recipient::X25519(key.public_key()?)),
            Self::SshEd25519(seed) => {
                Ok(Recipient::SshEd25519(SigningKey::from_seed(seed)?.public_key()))
            }
            _ => Err(Error::Key("a passphrase does not have a recipient")),
        }
    }

    /// Returns the text of an X25519 identity.
    ///
    /// # Errors
    /// [`Error::Key`] for other kinds, [`Error::Primitive`] if memory is exhausted.
    pub fn to_text(&self) -> Result<Wiped<Vec<u8>>> {
        let Self::X25519(key) = self else {
            return Err(Error::Key("only X25519 identities have a text form"));
        };
        let mut text = bech32::encode("age-secret-key-", key.as_bytes())?;
        text.make_ascii_uppercase();
        Ok(text)
    }

    /// Reports whether the identity is a passphrase.
    pub(super) fn is_passphrase(&self) -> bool {
        matches!(self, Self::Passphrase { .. } | Self::Ask { .. })
    }

    /// Unwraps the file key if the stanza is for this identity.
    pub(super) fn unwrap(&self, stanza: &Stanza) -> Result<Option<FileKey>> {
        match self {
            Self::X25519(key) => x25519::unwrap(key, stanza),
            Self::SshEd25519(seed) => ssh::unwrap(seed, stanza),
            Self::Passphrase { passphrase, most } => match scrypt::read(*most, stanza)? {
                Some(lock) => lock.open(passphrase),
                None => Ok(None),
            },
            // Reject an excessive work factor or a malformed stanza before asking the user.
            Self::Ask { ask, most } => match scrypt::read(*most, stanza)? {
                Some(lock) => lock.open(&ask()?),
                None => Ok(None),
            },
        }
    }
}

/// Shows only the identity's kind.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X25519(_) => "Identity::X25519(..)",
            Self::SshEd25519(_) => "Identity::SshEd25519(..)",
            Self::Passphrase { .. } => "Identity::Passphrase(..)",
            Self::Ask { .. } => "Identity::Ask(..)",
        })
    }
}
