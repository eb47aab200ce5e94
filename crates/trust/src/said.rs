//! Reads the extensions of a certificate for the explanation of a rejection.

use alloc::string::String;
use alloc::vec::Vec;

use crate::der::{
    self, AUTHORITY_KEY_IDENTIFIER, BASIC_CONSTRAINTS, BIT_STRING, KEY_USAGE, NAME_CONSTRAINTS,
    OID, Reader, SEQUENCE, SET, SUBJECT_ALT_NAME,
};
use crate::text;
use crate::usage::EXT_KEY_USAGE;

pub(crate) const CRL_DISTRIBUTION_POINTS: u8 = 31;
/// `[2]` and `[7]` of GeneralName (RFC 5280 section 4.2.1.6).
pub(crate) const DNS_NAME: u8 = 0x82;
pub(crate) const IP_ADDRESS: u8 = 0x87;
/// id-at-commonName (2.5.4.3).
const COMMON_NAME: [u8; 3] = [0x55, 4, 3];
/// `[0]` of AuthorityKeyIdentifier.
pub(crate) const KEY_IDENTIFIER: u8 = 0x80;

/// The extensions under id-ce that webpki reads; it rejects every other critical extension.
const READ_BY_WEBPKI: [u8; 6] = [
    KEY_USAGE,
    SUBJECT_ALT_NAME,
    BASIC_CONSTRAINTS,
    NAME_CONSTRAINTS,
    CRL_DISTRIBUTION_POINTS,
    EXT_KEY_USAGE,
];

/// The sender of a certificate controls its content, so at most this many entries are repeated.
pub(crate) const MAX_LISTED: usize = 100;

/// Returns at most one hundred DNS names and IP addresses from the subject's alternative names,
/// escaped.
pub(crate) fn hosts(der: &[u8]) -> Vec<String> {
    let Some(mut names) = value(der, SUBJECT_ALT_NAME).and_then(|value| value.only(SEQUENCE))
    else {
        return Vec::new();
    };
    core::iter::from_fn(|| names.next())
        .filter_map(|name| host(name.tag, der.get(name.content)?))
        .take(MAX_LISTED)
        .collect()
}

fn host(tag: u8, content: &[u8]) -> Option<String> {
    match tag {
        DNS_NAME => Some(text::clipped(&text::printable(&String::from_utf8_lossy(content)))),
        IP_ADDRESS => text::address(content),
        _ => None,
    }
}

/// Returns the purposes of extKeyUsage, at most one hundred; `None` without the extension.
pub(crate) fn purposes(der: &[u8]) -> Option<Vec<String>> {
    let mut list = value(der, EXT_KEY_USAGE)?.only(SEQUENCE)?;
    let oids = core::iter::from_fn(|| der.get(list.take(OID)?.content));
    Some(oids.map(text::purpose).take(MAX_LISTED).collect())
}

/// Returns the identifier of the issuer's key, if present.
pub(crate) fn issuer_key_id(der: &[u8]) -> Option<&[u8]> {
    let mut fields = value(der, AUTHORITY_KEY_IDENTIFIER)?.only(SEQUENCE)?;
    der.get(fields.take(KEY_IDENTIFIER)?.content)
}

/// Returns the OID of the first critical extension that webpki does not read, as text.
pub(crate) fn unread_critical(der: &[u8]) -> Option<String> {
    let mut extensions = der::each_extension(der);
    let is_unread = |number: Option<u8>| number.is_none_or(|one| !READ_BY_WEBPKI.contains(&one));
    let found = extensions.find(|one| one.is_critical && is_unread(one.number(der)))?;
    Some(text::clipped(&text::dotted(der.get(found.oid)?)))
}

/// Returns the common names of a DER Name as raw bytes, whatever their string type.
pub(crate) fn common_names(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let sets = Reader::new(name, &(0..name.len())).only(SEQUENCE);
    let mut sets = sets.unwrap_or(Reader::new(name, &(0..0)));
    let sets = core::iter::from_fn(move || sets.enter(SET));
    let attributes = sets.flat_map(|mut set| core::iter::from_fn(move || set.enter(SEQUENCE)));
    attributes.filter_map(|mut attribute| {
        let kind = name.get(attribute.take(OID)?.content)?;
        let value = name.get(attribute.next()?.content)?;
        (kind == COMMON_NAME).then_some(value)
    })
}

/// The three parts of a certificate: its signed part, the algorithm, and the signature.
pub(crate) struct Signed<'a> {
    /// tbsCertificate with tag and length.
    pub(crate) message: &'a [u8],
    /// The content of the AlgorithmIdentifier.
    pub(crate) algorithm: &'a [u8],
    pub(crate) signature: &'a [u8],
}

/// Splits a certificate into its three parts.
pub(crate) fn signed(der: &[u8]) -> Option<Signed<'_>> {
    let mut parts = Reader::new(der, &(0..der.len())).only(SEQUENCE)?;
    let message = parts.take(SEQUENCE)?.whole().of(der);
    let algorithm = der.get(parts.take(SEQUENCE)?.content)?;
    // The first byte is the number of unused bits, which must be zero because a signature has whole
    // bytes.
    let (0, signature) = der.get(parts.take(BIT_STRING)?.content)?.split_first()? else {
        return None;
    };
    Some(Signed { message, algorithm, signature })
}

/// Returns the OBJECT IDENTIFIER at the start of some bytes.
pub(crate) fn first_oid(content: &[u8]) -> Option<&[u8]> {
    content.get(Reader::new(content, &(0..content.len())).take(OID)?.content)
}

/// Returns the value of the first extension that has this number under id-ce.
fn value(der: &[u8], number: u8) -> Option<Reader<'_>> {
    let found = der::each_extension(der).find(|one| one.number(der) == Some(number))?;
    Some(Reader::new(der, &found.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_hosts_of_the_alternative_names() {
        let v6 = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
        for (tag, content, expected) in [
            (DNS_NAME, &b"a.example"[..], Some("a.example")),
            (DNS_NAME, b"\x1b[2J.example", Some("\\u{1b}[2J.example")),
            (IP_ADDRESS, &[192, 0, 2, 1], Some("192.0.2.1")),
            (IP_ADDRESS, &v6, Some("2001:db8::1")),
            (IP_ADDRESS, &[1, 2, 3], None),
            (0x81, b"a@b.example", None),
        ] {
            assert_eq!(host(tag, content).as_deref(), expected);
        }
    }
}
