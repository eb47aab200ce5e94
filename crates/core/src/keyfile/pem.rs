//! Textual encodings with a label (RFC 7468), limited to a single block.

use alloc::vec::Vec;

use super::base64;
use crate::error::{Error, Result};
use crate::memory;
use crate::wipe::Wiped;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";
/// Base64 letters per line.
const WIDTH: usize = 64;

/// Encodes bytes as a PEM block.
pub(super) fn write(label: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    wrapped(label, bytes, WIDTH)
}

/// Encodes bytes as a PEM block with lines of `width` letters.
pub(super) fn wrapped(label: &str, bytes: &[u8], width: usize) -> Result<Vec<u8>> {
    let mut letters = Wiped::new(Vec::new());
    base64::encode(&mut letters, bytes)?;
    let lines = letters.len().div_ceil(width);
    let mut text = memory::with_capacity(letters.len() + lines + 2 * (label.len() + 17))?;
    for part in [BEGIN, label.as_bytes(), DASHES, b"\n"] {
        text.extend_from_slice(part);
    }
    for line in letters.chunks(width) {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    for part in [END, label.as_bytes(), DASHES, b"\n"] {
        text.extend_from_slice(part);
    }
    Ok(text)
}

/// Decodes a text that consists of a single block with the given label and optional surrounding
/// whitespace.
pub(super) fn read(label: &str, text: &[u8]) -> Result<Wiped<Vec<u8>>> {
    const NO_BLOCK: Error = Error::KeyFile("the text is not a PEM block");
    let text = text.trim_ascii();
    let (found, rest) = after(text, BEGIN).and_then(until_dashes).ok_or(NO_BLOCK)?;
    if found != label.as_bytes() {
        return Err(another(label, found));
    }
    let end = rest.windows(END.len()).position(|window| window == END).ok_or(NO_BLOCK)?;
    let (content, end) = rest.split_at(end);
    let (found, behind) = after(end, END).and_then(until_dashes).ok_or(NO_BLOCK)?;
    if found != label.as_bytes() {
        return Err(Error::KeyFile("the BEGIN and END labels of the PEM block differ"));
    }
    if !behind.is_empty() {
        return Err(Error::KeyFile("unexpected data after the PEM block"));
    }
    let mut letters = Wiped::new(memory::with_capacity(content.len())?);
    letters.extend(content.iter().filter(|byte| !byte.is_ascii_whitespace()));
    base64::decode(&letters)
}

fn after<'a>(text: &'a [u8], start: &[u8]) -> Option<&'a [u8]> {
    text.strip_prefix(start)
}

/// Splits a text at the dashes after a label.
fn until_dashes(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.windows(DASHES.len()).position(|window| window == DASHES)?;
    Some((&text[..end], &text[end + DASHES.len()..]))
}

/// Returns the error for a block with an unexpected label.
fn another(label: &str, found: &[u8]) -> Error {
    Error::KeyFile(match (label, found) {
        (_, b"ENCRYPTED PRIVATE KEY") => {
            "the private key is encrypted, which is not supported: openssl pkcs8 decrypts it"
        }
        (_, b"PRIVATE KEY") => "unexpected PEM block: a PKCS #8 private key",
        (super::PRIVATE, b"PUBLIC KEY") => "expected a private key, not a public key",
        (_, b"OPENSSH PRIVATE KEY") => "unexpected PEM block: a private key in OpenSSH's format",
        (super::PUBLIC, b"CERTIFICATE") => "expected a public key, not a certificate",
        _ => "unexpected label of the PEM block",
    })
}
