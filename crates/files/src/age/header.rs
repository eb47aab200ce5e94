//! The header of an age file. It consists of stanzas and a MAC; each stanza wraps the file key for
//! one recipient.

use alloc::string::String;
use alloc::vec::Vec;

use quicksalt::nacl::{auth, hkdf};
use quicksalt::{Wiped, memory};

use crate::base64;
use crate::error::{Error, Result};

/// The first line of the header.
pub(super) const VERSION: &[u8] = b"age-encryption.org/v1\n";
const STANZA: &[u8] = b"-> ";
const FOOTER: &[u8] = b"---";
/// The number of base64 letters in a full line of a stanza's body.
const WIDTH: usize = 64;
/// The maximum lengths of a line and of a header that this reader accepts. The age format does not
/// limit them.
const LINE_MAX: usize = 64 << 10;
const HEADER_MAX: usize = 4 << 20;

/// The length of a file key in bytes.
pub(super) const FILE_KEY_LEN: usize = 16;

/// The file key, from which all other keys of a file are derived.
pub type FileKey = Wiped<[u8; FILE_KEY_LEN]>;

/// A stanza: the file key wrapped for one recipient.
pub(super) struct Stanza {
    pub(super) args: Vec<String>,
    pub(super) body: Vec<u8>,
}

impl Stanza {
    pub(super) fn new(args: &[&str], body: &[u8]) -> Result<Self> {
        let args = args.iter().map(|arg| String::from(*arg)).collect();
        Ok(Self { args, body: memory::copy(body)? })
    }

    /// Returns the stanza's type and its remaining arguments.
    pub(super) fn kind(&self) -> (&str, &[String]) {
        self.args.split_first().map_or(("", &[]), |(kind, rest)| (kind, rest))
    }

    fn write(&self, header: &mut Vec<u8>) {
        header.extend_from_slice(b"->");
        for arg in &self.args {
            header.push(b' ');
            header.extend_from_slice(arg.as_bytes());
        }
        header.push(b'\n');
        let body = base64::unpadded(&self.body);
        let (lines, last) = body.as_bytes().as_chunks::<WIDTH>();
        for line in lines {
            header.extend_from_slice(line);
            header.push(b'\n');
        }
        header.extend_from_slice(last);
        header.push(b'\n');
    }
}

/// A parsed header.
pub(super) struct Header {
    pub(super) stanzas: Vec<Stanza>,
    /// The bytes that the MAC covers.
    covered: Vec<u8>,
    mac: [u8; auth::HMAC_SHA256_LEN],
}

impl Header {
    /// Reads a header line by line.
    pub(super) fn read(mut line: impl FnMut(usize) -> Result<Vec<u8>>) -> Result<Self> {
        let mut covered = line(LINE_MAX)?;
        if covered != VERSION {
            return Err(Error::Header("unsupported age version: expected v1"));
        }
        let mut stanzas = Vec::new();
        let mut open: Option<(Stanza, Vec<u8>)> = None;
        loop {
            let next = line(LINE_MAX)?;
            if covered.len() + next.len() > HEADER_MAX {
                return Err(Error::Header("the age header is too long"));
            }
            let text = next.strip_suffix(b"\n").ok_or(CUT_OFF)?;
            if let Some((mut stanza, mut body)) = open.take() {
                memory_extend(&mut covered, &next)?;
                if text.len() > WIDTH {
                    return Err(Error::Header("a line of the age header is too long"));
                }
                body.extend_from_slice(text);
                if text.len() == WIDTH {
                    open = Some((stanza, body));
                    continue;
                }
                stanza.body = base64::from_unpadded(&body).ok_or(NOT_BASE64)?;
                stanzas.push(stanza);
            } else if let Some(args) = text.strip_prefix(STANZA) {
                memory_extend(&mut covered, &next)?;
                open = Some((Stanza { args: arguments(args)?, body: Vec::new() }, Vec::new()));
            } else if let Some(mac) = text.strip_prefix(FOOTER) {
                memory_extend(&mut covered, FOOTER)?;
                let mac = mac.strip_prefix(b" ").and_then(base64::from_unpadded);
                let mac = mac.and_then(|mac| mac.try_into().ok()).ok_or(NO_MAC)?;
                return if stanzas.is_empty() {
                    Err(Error::Header("the age header must contain a recipient stanza"))
                } else {
                    Ok(Self { stanzas, covered, mac })
                };
            } else {
                return Err(Error::Header("malformed line in the age header"));
            }
        }
    }

    /// Checks that the MAC of the header matches the file key.
    pub(super) fn verify(&self, key: &FileKey) -> Result<()> {
        let verdict = auth::hmac_sha256_verify(&self.mac, &self.covered, &*mac_key(key)?);
        verdict.map_err(|error| match error {
            quicksalt::Error::Verification => Error::HeaderAltered,
            error => error.into(),
        })
    }
}

const CUT_OFF: Error = Error::Header("the age header is truncated or has an overlong line");
const NOT_BASE64: Error = Error::Header("invalid base64 in the age header");
const NO_MAC: Error = Error::Header("the age header must end with its MAC");

fn memory_extend(bytes: &mut Vec<u8>, more: &[u8]) -> Result<()> {
    bytes.try_reserve(more.len()).map_err(quicksalt::Error::from)?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// Parses arguments of visible ASCII characters separated by single spaces.
fn arguments(line: &[u8]) -> Result<Vec<String>> {
    let wrong = Error::Header("malformed stanza arguments in the age header");
    let is_argument = |arg: &[u8]| !arg.is_empty() && arg.iter().all(u8::is_ascii_graphic);
    let args: Vec<_> = line.split(|byte| *byte == b' ').collect();
    if !args.iter().all(|arg| is_argument(arg)) {
        return Err(wrong);
    }
    Ok(args.iter().map(|arg| String::from_utf8_lossy(arg).into_owned()).collect())
}

/// Formats a header that consists of these stanzas and the MAC.
pub(super) fn write(stanzas: &[Stanza], key: &FileKey) -> Result<Vec<u8>> {
    let mut header = VERSION.to_vec();
    for stanza in stanzas {
        stanza.write(&mut header);
    }
    header.extend_from_slice(FOOTER);
    let mac = auth::hmac_sha256(&header, &*mac_key(key)?)?;
    header.push(b' ');
    header.extend_from_slice(base64::unpadded(&mac).as_bytes());
    header.push(b'\n');
    Ok(header)
}

fn mac_key(key: &FileKey) -> Result<Wiped<[u8; 32]>> {
    let mut derived = Wiped::new([0; 32]);
    hkdf::sha256(&mut *derived, &**key, b"", b"header")?;
    Ok(derived)
}
