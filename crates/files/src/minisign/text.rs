//! The texts of minisign's files: lines of comments and lines of base64.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::keyfile::base64;

use crate::error::{Error, Result};
use crate::foreign;

pub(super) const UNTRUSTED: &str = "untrusted comment: ";
pub(super) const TRUSTED: &str = "trusted comment: ";

/// What signatures and keys of Ed25519 begin with; signatures of a digest are told apart.
pub(super) const ED25519: [u8; 2] = *b"Ed";
pub(super) const PREHASHED: [u8; 2] = *b"ED";

/// The longest comment that minisign takes, of either kind.
pub(super) const COMMENT_MAX: usize = 1024 - UNTRUSTED.len() - 1;
pub(super) const TRUSTED_MAX: usize = 8192 - TRUSTED.len() - 1;

/// The lines of a text, without line ends and empty lines at the end.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.trim_ascii_end().split(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// The comment in a line.
pub(super) fn comment<'a>(line: Option<&'a [u8]>, kind: &str) -> Option<&'a str> {
    let comment = line?.strip_prefix(kind.as_bytes())?;
    core::str::from_utf8(comment).ok()
}

/// So many bytes of a line of base64, in a time that does not depend on them.
pub(super) fn bytes<const N: usize>(line: Option<&[u8]>) -> Option<Wiped<[u8; N]>> {
    let bytes = base64::decode(line?).ok()?;
    Some(Wiped::new(bytes[..].try_into().ok()?))
}

/// Appends a line of base64.
pub(super) fn push(text: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
    base64::encode(text, bytes)?;
    text.push(b'\n');
    Ok(())
}

/// What an error says of a text that is not what is due.
pub(super) fn wrong(text: &[u8], expected: &'static str) -> Error {
    match foreign::name(text) {
        Some("a key or signature of minisign or signify") | None => Error::Header(expected),
        Some(name) => Error::Foreign(name),
    }
}

/// A comment that is one line and no longer than allowed.
pub(super) fn checked(comment: &str, most: usize) -> Result<&str> {
    if comment.contains(['\n', '\r', '\0']) {
        return Err(Error::Key("a comment must be one line"));
    }
    if comment.len() > most {
        return Err(Error::Key("a comment is longer than minisign allows"));
    }
    Ok(comment)
}
