//! Parses the host name that a certificate must match.

use rustls_pki_types::ServerName;

use crate::error::{Error, Result};

/// Parses a DNS name or an IP address.
///
/// Non-ASCII characters are rejected: software may map characters that look like a dot or a letter
/// (U+2024, U+3002, Cyrillic) to other characters, so that two programs interpret the same name as
/// different hosts. Names in other scripts must be given as A-labels (RFC 5890, section 2.3.2.1).
pub(super) fn parse(host: &str) -> Result<ServerName<'_>> {
    let refuse = |expected| Error::Argument { argument: "host", expected };
    if !host.is_ascii() {
        return Err(refuse("a name in ASCII, with A-labels (xn--...) for other scripts"));
    }
    ServerName::try_from(host).map_err(|_| refuse("a DNS name or an IP address"))
}
