//! Rules for all certificates: those that at least two of OpenSSL 3, Go 1.26 and cryptography 46
//! hold them to, or that nobody's are known to break.
//!
//! Those that trusted roots in use do break are left out: basicConstraints that are not critical,
//! and what key identifiers must be there and hold.

use super::Rule;
use super::facts::{Facts, Field};
use crate::breach::Breach;
use crate::der::{OID, Reader, SEQUENCE};
use crate::key::{self, Key};

/// Bytes of a serial number, without the zero before a high bit.
const SERIAL_LEN: usize = 20;
/// What is called a key of 112 bits of security (NIST SP 800-57 part 1, table 2).
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

/// Whether one of the lists of subtrees holds something.
fn constrains(value: Reader<'_>) -> bool {
    let mut lists = value.only(SEQUENCE);
    let list = || lists.as_mut().and_then(Reader::next);
    core::iter::from_fn(list).any(|list| !list.content.is_empty())
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

/// Whether the key is one that TLS libraries do not talk to: OpenSSL at its usual level of security
/// asks for 112 bits of security, and TLS 1.3 has no DSA. Issuers need no such rule, since what
/// their keys have signed is not accepted.
fn is_weak(it: &Facts<'_>) -> bool {
    match key::read(it.layout.public_key.of(it.der)) {
        Some(Key::Rsa { bits }) => bits < RSA_BITS,
        Some(Key::Ec { len, .. }) => len < CURVE_LEN,
        Some(Key::Dsa) => true,
        Some(Key::Ed25519 | Key::Ed448 | Key::Other(_)) | None => false,
    }
}
