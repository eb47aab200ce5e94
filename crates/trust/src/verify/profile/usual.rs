//! Rules for all certificates: rules that at least two of OpenSSL 3, Go 1.26 and cryptography 46
//! enforce, or that no known certificate breaks.
//!
//! Two rules are left out because trusted roots in use break them: that basicConstraints must be
//! critical, and that key identifiers must be present with a given content.

use super::Rule;
use super::facts::{Facts, Field};
use crate::breach::Breach;
use crate::der::{OID, Reader, SEQUENCE};
use crate::key::{self, Key};

/// The maximum length of a serial number in bytes, without the zero byte that precedes a set high
/// bit.
const SERIAL_LEN: usize = 20;
/// The RSA key size with 112 bits of security (NIST SP 800-57 part 1, table 2).
const RSA_BITS: usize = 2048;
const CURVE_LEN: usize = 224 / 8;

pub(super) const RULES: &[Rule] = &[
    (Breach::SerialNumber, |it| {
        it.serial().strip_prefix(&[0]).unwrap_or(it.serial()).len() > SERIAL_LEN
    }),
    (Breach::Subject, |it| it.is_nameless() && !it.is_leaf()),
    (Breach::AuthorityKeyIdentifier, |it| is_critical(it.authority_key)),
    (Breach::SubjectKeyIdentifier, |it| is_critical(it.subject_key)),
    (Breach::SubjectAltName, |it| {
        it.is_nameless() && it.alternative_names.is_some_and(|names| !names.is_critical)
    }),
    (Breach::NameConstraints, |it| {
        it.name_constraints.is_some_and(|field| it.is_leaf() || !constrains(field.reader()))
    }),
    (Breach::AuthorityInfoAccess, |it| {
        it.info_access.is_some_and(|field| !is_access_list(field.reader()))
    }),
    (Breach::PublicKey, |it| it.is_leaf() && is_weak(it)),
];

fn is_critical(field: Option<Field<'_>>) -> bool {
    field.is_some_and(|field| field.is_critical)
}

/// Returns whether at least one list of subtrees contains an entry.
fn constrains(value: Reader<'_>) -> bool {
    let mut lists = value.only(SEQUENCE);
    let list = || lists.as_mut().and_then(Reader::next);
    core::iter::from_fn(list).any(|list| !list.content.is_empty())
}

/// Returns whether the value is a nonempty list of access methods, each with a name.
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

/// Returns whether TLS libraries reject the key: OpenSSL's default security level requires 112 bits
/// of security, and TLS 1.3 lacks DSA. Issuers need no such rule, since signatures of such keys
/// are not accepted.
fn is_weak(it: &Facts<'_>) -> bool {
    match key::read(it.layout.public_key.of(it.der)) {
        Some(Key::Rsa { bits }) => bits < RSA_BITS,
        Some(Key::Ec { len, .. }) => len < CURVE_LEN,
        Some(Key::Dsa) => true,
        Some(Key::Ed25519 | Key::Ed448 | Key::Other(_)) | None => false,
    }
}
