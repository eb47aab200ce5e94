//! The text format of minisign's files: lines with comments and lines of base64.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::keyfile::base64;

use crate::error::{Error, Result};
use crate::foreign;

pub(super) const UNTRUSTED: &str = "untrusted comment: ";
pub(super) const TRUSTED: &str = "trusted comment: ";

/// The bytes with which Ed25519 signatures and keys begin. Prehashed signatures begin with a
/// different value.
pub(super) const ED25519: [u8; 2] = *b"Ed";
pub(super) const PREHASHED: [u8; 2] = *b"ED";

/// The maximum length of a trusted or untrusted comment in minisign.
pub(super) const COMMENT_MAX: usize = 1024 - UNTRUSTED.len() - 1;
pub(super) const TRUSTED_MAX: usize = 8192 - TRUSTED.len() - 1;

/// Splits a text into lines without line ends; drops empty lines at the end.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.trim_ascii_end().split(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Extracts the comment of a line.
pub(super) fn comment<'a>(line: Option<&'a [u8]>, kind: &str) -> Option<&'a str> {
    let comment = line?.strip_prefix(kind.as_bytes())?;
    core::str::from_utf8(comment).ok()
}

/// Decodes `N` bytes from a base64 line in constant time.
pub(super) fn bytes<const N: usize>(line: Option<&[u8]>) -> Option<Wiped<[u8; N]>> {
    let bytes = base64::decode(line?).ok()?;
    Some(Wiped::new(bytes[..].try_into().ok()?))
}

/// Appends bytes as a line of base64.
pub(super) fn push(text: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
    base64::encode(text, bytes)?;
    text.push(b'\n');
    Ok(())
}

/// Returns the error for a text that is not the expected kind of file.
pub(super) fn wrong(text: &[u8], expected: &'static str) -> Error {
    match foreign::name(text) {
        Some("a key or signature of minisign or signify") | None => Error::Header(expected),
        Some(name) => Error::Foreign(name),
    }
}

/// Checks that a comment is a single line within the length limit.
pub(super) fn checked(comment: &str, most: usize) -> Result<&str> {
    if comment.contains(['\n', '\r', '\0']) {
        return Err(Error::Key("a comment must be one line"));
    }
    if comment.len() > most {
        return Err(Error::Key("a comment is longer than minisign allows"));
    }
    Ok(comment)
}
