//! What RFC 5280 forbids and webpki does not look at.
//!
//! Only rules that at least two of OpenSSL 3, Go 1.26 and cryptography 46 hold certificates to, or
//! that nobody's certificates are known to break. Those that trusted roots in use do break are left
//! out: basicConstraints that are not critical, and what key identifiers must be there and hold.

use crate::breach::Breach;
use crate::der::{self, Extension, Layout, OID, Reader, SEQUENCE};
use crate::rejection::Rejection;

const SUBJECT_KEY_IDENTIFIER: u8 = 14;
const SUBJECT_ALT_NAME: u8 = 17;
const NAME_CONSTRAINTS: u8 = 30;
const AUTHORITY_KEY_IDENTIFIER: u8 = 35;
/// id-pe-authorityInfoAccess (1.3.6.1.5.5.7.1.1).
const AUTHORITY_INFO_ACCESS: [u8; 8] = [0x2b, 6, 1, 5, 5, 7, 1, 1];
/// Bytes of a serial number, without the zero before a high bit.
const SERIAL_LEN: usize = 20;

/// What a certificate is in a path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    Leaf,
    Authority,
}

/// Why a certificate is not as it must be; none if it keeps all rules.
pub(super) fn objection(certificate: &[u8], role: Role) -> Option<Rejection> {
    match der::layout(certificate) {
        Ok(layout) => breach(certificate, &layout, role).map(Rejection::Profile),
        Err(_) => Some(Rejection::Malformed),
    }
}

fn breach(certificate: &[u8], layout: &Layout, role: Role) -> Option<Breach> {
    let serial = layout.serial.of(certificate);
    let is_nameless = der::content(layout.subject.of(certificate)).is_empty();
    if serial.strip_prefix(&[0]).unwrap_or(serial).len() > SERIAL_LEN {
        return Some(Breach::SerialNumber);
    }
    if is_nameless && role == Role::Authority {
        return Some(Breach::Subject);
    }
    der::each_extension(certificate).find_map(|extension| {
        let value = || Reader::new(certificate, &extension.value);
        match extension.number(certificate) {
            Some(AUTHORITY_KEY_IDENTIFIER) if extension.is_critical => {
                Some(Breach::AuthorityKeyIdentifier)
            }
            Some(SUBJECT_KEY_IDENTIFIER) if extension.is_critical => {
                Some(Breach::SubjectKeyIdentifier)
            }
            Some(SUBJECT_ALT_NAME) if is_nameless && !extension.is_critical => {
                Some(Breach::SubjectAltName)
            }
            Some(NAME_CONSTRAINTS) if role == Role::Leaf || !constrains(value()) => {
                Some(Breach::NameConstraints)
            }
            None if is_info_access(certificate, &extension) && !is_access_list(value()) => {
                Some(Breach::AuthorityInfoAccess)
            }
            _ => None,
        }
    })
}

/// Whether one of the lists of subtrees holds something.
fn constrains(value: Reader<'_>) -> bool {
    let mut lists = value.only(SEQUENCE);
    let list = || lists.as_mut().and_then(Reader::next);
    core::iter::from_fn(list).any(|list| !list.content.is_empty())
}

fn is_info_access(certificate: &[u8], extension: &Extension) -> bool {
    certificate.get(extension.oid.clone()) == Some(&AUTHORITY_INFO_ACCESS)
}

/// Whether it is a list of methods, each with a name, that is not empty.
fn is_access_list(value: Reader<'_>) -> bool {
    let Some(mut list) = value.only(SEQUENCE) else { return false };
    let mut is_empty = true;
    while !list.is_at_end() {
        let Some(mut one) = list.enter(SEQUENCE) else { return false };
        if one.take(OID).is_none() || one.next().is_none() || !one.is_at_end() {
            return false;
        }
        is_empty = false;
    }
    !is_empty
}
