//! Recipients of encrypted files.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::keyfile::openssh;
use quicksalt::nacl::{boxes, sign};

use super::header::{FileKey, Stanza};
use super::{bech32, ssh, x25519};
use crate::error::{Error, Result};
use crate::foreign;

pub(super) const PREFIX: &str = "age";

/// A public key that files are encrypted to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Recipient {
    /// An X25519 key, `age1...`.
    X25519(boxes::PublicKey),
    /// An OpenSSH Ed25519 key, `ssh-ed25519 AAAA...`.
    SshEd25519(sign::PublicKey),
}

impl Recipient {
    /// Parses the text of a recipient, with optional surrounding whitespace.
    ///
    /// # Errors [`Error::Key`] for any other text and for unsupported kinds; its message differs if
    /// the text is an identity, which is secret.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        if text.starts_with("ssh-ed25519 ") {
            let read = openssh::read_public_line(text.as_bytes());
            return match read {
                Ok((key, _)) => Ok(Self::SshEd25519(key)),
                Err(quicksalt::Error::KeyFile(text)) => Err(Error::Key(text)),
                Err(error) => Err(error.into()),
            };
        }
        if let Some(refusal) = refused(text) {
            return Err(Error::Key(refusal));
        }
        let Some((prefix, bytes)) = bech32::decode(text.as_bytes())? else {
            return Err(Error::Key(if foreign::name(text.as_bytes()).is_some() {
                "expected a recipient, not a file of another format"
            } else {
                "malformed recipient: expected age1... or ssh-ed25519 ..."
            }));
        };
        match <[u8; 32]>::try_from(&bytes[..]) {
            Ok(key) if prefix == PREFIX && !has_capitals(text) => Ok(Self::X25519(key.into())),
            _ if prefix.starts_with("age1") => {
                Err(Error::Key("recipients of plugins are not supported"))
            }
            _ => Err(Error::Key("malformed recipient: expected age1...")),
        }
    }

    /// Parses recipients on one line each; empty lines and lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// [`Error::Line`] for the first invalid line, [`Error::Key`] for a file without recipients.
    pub fn parse_file(text: &str) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            found.push(Self::parse(line).map_err(|error| at_line(error, number))?);
        }
        if found.is_empty() {
            Err(Error::Key("the file does not contain a recipient"))
        } else {
            Ok(found)
        }
    }

    pub(super) fn wrap(&self, file_key: &FileKey) -> Result<Stanza> {
        match self {
            Self::X25519(key) => x25519::wrap(key, file_key),
            Self::SshEd25519(key) => ssh::wrap(key, file_key),
        }
    }
}

/// Adds a line number to an error about a key.
pub(super) fn at_line(error: Error, number: usize) -> Error {
    match error {
        Error::Key(text) => Error::Line { number, text },
        error => error,
    }
}

fn has_capitals(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Returns the reason for rejecting a key of a known but unsupported kind.
fn refused(text: &str) -> Option<&'static str> {
    const KINDS: &[(&str, &str)] = &[
        ("AGE-SECRET-KEY-", "expected a recipient, not an identity (a secret key)"),
        ("AGE-PLUGIN-", "expected a recipient, not an identity of a plugin"),
        ("-----BEGIN ", "expected a recipient, not a PEM block"),
        ("age1pq1", "post-quantum recipients (age1pq1) are not supported"),
        ("age1tagpq1", "post-quantum recipients (age1tagpq1) are not supported"),
        ("ssh-rsa ", "OpenSSH RSA keys are not supported as recipients"),
        ("ecdsa-", "OpenSSH ECDSA keys are not supported as recipients"),
        ("sk-", "OpenSSH security keys are not supported as recipients"),
    ];
    KINDS.iter().find(|(start, _)| text.starts_with(start)).map(|(_, refusal)| *refusal)
}

/// Formats an X25519 recipient, or an OpenSSH public key line without its comment.
impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::X25519(key) => bech32::encode(PREFIX, key.as_bytes())
                .map(|text| String::from_utf8_lossy(&text).into_owned()),
            Self::SshEd25519(key) => openssh::public_line(key, "").map_err(Error::from),
        };
        f.write_str(text.map_err(|_| fmt::Error)?.trim_end())
    }
}
