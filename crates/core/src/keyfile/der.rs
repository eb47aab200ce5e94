//! Encodes and parses the two DER structures of RFC 8410, for private keys and public keys.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::memory;
use crate::wipe::Wiped;

/// The DER contents of the object identifiers 1.3.101.112 and 1.3.101.110 (RFC 8410, section 3).
pub(super) const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
pub(super) const X25519: &[u8] = &[0x2b, 0x65, 0x6e];

pub(super) const OTHER_ALGORITHM: Error =
    Error::KeyFile("unsupported key algorithm: expected Ed25519 or X25519");
const BEHIND: Error = Error::KeyFile("unexpected data after the key");
const PARAMETERS: Error = Error::KeyFile("malformed DER: algorithm parameters must be absent");
const LENGTH: Error = Error::KeyFile("the key must be 32 bytes long");

const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
/// The attributes of a private key, `[0] IMPLICIT SET`.
const ATTRIBUTES: u8 = 0xa0;
/// The public key of a private key, `[1] IMPLICIT BIT STRING`.
const PUBLIC_KEY: u8 = 0x81;

/// The parsed content of a PKCS #8 structure.
pub(super) struct Private<'a> {
    pub(super) algorithm: &'a [u8],
    pub(super) key: &'a [u8; 32],
    pub(super) public: Option<&'a [u8; 32]>,
}

/// Parses OneAsymmetricKey (RFC 5958, section 2), where the key is a nested OCTET STRING (RFC 8410,
/// section 7).
pub(super) fn read_private(der: &[u8]) -> Result<Private<'_>> {
    let mut whole = Reader(der);
    let mut info = Reader(whole.value(SEQUENCE)?);
    whole.end()?;
    let has_version_2 = match info.value(INTEGER)? {
        [0] => false,
        [1] => true,
        _ => return Err(Error::KeyFile("the private key has an unknown version")),
    };
    let algorithm = algorithm(&mut info)?;
    let mut octets = Reader(info.value(OCTET_STRING)?);
    let key = octets.value(OCTET_STRING)?.try_into().map_err(|_| LENGTH)?;
    octets.end()?;
    if info.0.first() == Some(&ATTRIBUTES) {
        info.value(ATTRIBUTES)?;
    }
    let public = match info.0.first() {
        Some(&PUBLIC_KEY) if has_version_2 => Some(bits(info.value(PUBLIC_KEY)?)?),
        _ => None,
    };
    info.end()?;
    Ok(Private { algorithm, key, public })
}

/// Parses SubjectPublicKeyInfo (RFC 5280, section 4.1): the algorithm and the key.
pub(super) fn read_public(der: &[u8]) -> Result<(&[u8], &[u8; 32])> {
    let mut whole = Reader(der);
    let mut info = Reader(whole.value(SEQUENCE)?);
    whole.end()?;
    let algorithm = algorithm(&mut info)?;
    let key = bits(info.value(BIT_STRING)?)?;
    info.end()?;
    Ok((algorithm, key))
}

/// Parses an AlgorithmIdentifier without parameters (RFC 8410, section 3).
fn algorithm<'a>(info: &mut Reader<'a>) -> Result<&'a [u8]> {
    let mut identifier = Reader(info.value(SEQUENCE)?);
    let algorithm = identifier.value(OBJECT_IDENTIFIER)?;
    if ![ED25519, X25519].contains(&algorithm) {
        return Err(OTHER_ALGORITHM);
    }
    if identifier.0.is_empty() { Ok(algorithm) } else { Err(PARAMETERS) }
}

/// Returns the content of a BIT STRING without unused bits.
fn bits(content: &[u8]) -> Result<&[u8; 32]> {
    match content {
        [0, key @ ..] => key.try_into().map_err(|_| LENGTH),
        _ => Err(LENGTH),
    }
}

/// Unread DER.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads a value with the given tag and returns its content. Keys are short, but attributes may
    /// need the long form of the length.
    fn value(&mut self, tag: u8) -> Result<&'a [u8]> {
        const MALFORMED: Error =
            Error::KeyFile("malformed DER: expected a key structure of RFC 8410");
        let [found, len, rest @ ..] = self.0 else { return Err(MALFORMED) };
        let (len, least, rest) = match (len, rest) {
            (0..=0x7f, rest) => (u16::from(*len), 0, rest),
            (0x81, [len, rest @ ..]) => (u16::from(*len), 0x80, rest),
            (0x82, [high, low, rest @ ..]) => (u16::from_be_bytes([*high, *low]), 0x100, rest),
            _ => return Err(MALFORMED),
        };
        // DER requires the shortest form of a length.
        if len < least {
            return Err(MALFORMED);
        }
        let (content, rest) = rest.split_at_checked(len.into()).ok_or(MALFORMED)?;
        self.0 = rest;
        if *found == tag { Ok(content) } else { Err(MALFORMED) }
    }

    fn end(&self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(BEHIND) }
    }
}

/// OneAsymmetricKey of version 1, 48 bytes.
pub(super) fn write_private(algorithm: &[u8], key: &[u8; 32]) -> Result<Wiped<Vec<u8>>> {
    let mut der = Wiped::new(memory::with_capacity(48)?);
    der.extend_from_slice(&[SEQUENCE, 46, INTEGER, 1, 0]);
    der.extend_from_slice(&[SEQUENCE, 5, OBJECT_IDENTIFIER, 3]);
    der.extend_from_slice(algorithm);
    der.extend_from_slice(&[OCTET_STRING, 34, OCTET_STRING, 32]);
    der.extend_from_slice(key);
    Ok(der)
}

/// SubjectPublicKeyInfo, 44 bytes.
pub(super) fn write_public(algorithm: &[u8], key: &[u8; 32]) -> Result<Vec<u8>> {
    let mut der = memory::with_capacity(44)?;
    der.extend_from_slice(&[SEQUENCE, 42, SEQUENCE, 5, OBJECT_IDENTIFIER, 3]);
    der.extend_from_slice(algorithm);
    der.extend_from_slice(&[BIT_STRING, 33, 0]);
    der.extend_from_slice(key);
    Ok(der)
}
