//! The name of a host as a certificate may have it.

use rustls_pki_types::ServerName;

use crate::error::{Error, Result};

/// A DNS name or an IP address.
///
/// Other characters than ASCII are refused: what looks like a dot or a letter (U+2024, U+3002,
/// Cyrillic) may be mapped to one elsewhere, so that two programs speak of different hosts.
/// Names of other scripts must come as A-labels (RFC 5890, section 2.3.2.1).
pub(super) fn parse(host: &str) -> Result<ServerName<'_>> {
    let refuse = |expected| Error::Argument { argument: "host", expected };
    if !host.is_ascii() {
        return Err(refuse("a name in ASCII, with A-labels (xn--...) for other scripts"));
    }
    ServerName::try_from(host).map_err(|_| refuse("a DNS name or an IP address"))
}
