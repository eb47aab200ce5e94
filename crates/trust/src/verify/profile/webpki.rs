//! Rules for the public web: the Baseline Requirements of the CA/Browser Forum, version 2, and the
//! remaining requirements of RFC 5280 for CAs.

use super::facts::{Facts, Field};
use super::{Role, Rule};
use crate::breach::Breach;
use crate::der::{self, Reader, SEQUENCE};
use crate::key::{self, Key};
use crate::said::{self, DNS_NAME, IP_ADDRESS};
use crate::text;
use crate::usage::ANY;
use crate::verify::Purpose;

/// `[1]` and `[2]` of AuthorityKeyIdentifier.
const ISSUER: u8 = 0xa1;
const SERIAL_NUMBER: u8 = 0x82;

pub(super) const RULES: &[Rule] = &[
    // RFC 5280. Some roots in use have a serial number of zero.
    (Breach::SerialNumber, |it| it.role != Role::Anchor && der::is_non_positive(it.serial())),
    (Breach::NameConstraints, |it| it.name_constraints.is_some_and(has_leading_dot)),
    (Breach::PolicyConstraints, |it| it.policy_constraints.is_some_and(|field| !field.is_critical)),
    // Baseline Requirements 7.1.2.1.3 and 7.1.2.11.1.
    (Breach::AuthorityKeyIdentifier, names_other_key),
    // 7.1.2.1.2 and 7.1.2.7.10.
    (Breach::ExtKeyUsage, |it| match it.role {
        Role::Leaf => {
            it.purposes.is_none_or(|field| field.is_critical)
                || it.purpose_oids().any(|oid| oid == ANY)
        }
        Role::Intermediate => false,
        Role::Anchor => it.is_root() && it.purposes.is_some(),
    }),
    // 7.1.2.7.12.
    (Breach::SubjectAltName, |it| {
        let names = it.alternative_names.filter(|_| it.is_leaf());
        let is_host = |(tag, name): (u8, &[u8])| tag != DNS_NAME || !name.contains(&b'_');
        names
            .is_some_and(|field| field.is_critical && !it.is_nameless() || !it.hosts().all(is_host))
    }),
    // 7.1.4.3.
    (Breach::CommonName, |it| {
        it.is_leaf()
            && it.purpose == Purpose::Server
            && said::common_names(it.subject()).any(|name| !is_listed(it, name))
    }),
    // 6.1.5 and 7.1.3.1.
    (Breach::PublicKey, |it| match key::read(it.layout.public_key.of(it.der)) {
        Some(Key::Rsa { bits }) => bits < 2048 || bits % 8 != 0,
        Some(Key::Ec { curve, .. }) => ![key::P256, key::P384, key::P521].contains(&curve),
        _ => true,
    }),
];

/// Returns whether an authority key identifier names an issuer and a serial number or, in a root,
/// names a key other than the root's own key.
fn names_other_key(it: &Facts<'_>) -> bool {
    let Some(field) = it.authority_key else { return false };
    let Some(mut parts) = field.reader().only(SEQUENCE) else { return true };
    let mut parts = core::iter::from_fn(|| parts.next());
    let own = it.layout.key_id.of(it.der);
    parts.any(|part| [ISSUER, SERIAL_NUMBER].contains(&part.tag))
        || it.is_root() && it.issuer_key_id() != Some(own)
}

/// Returns whether a DNS name in the constraints begins with a dot (RFC 5280 section 4.2.1.10
/// allows that only for URIs).
fn has_leading_dot(constraints: Field<'_>) -> bool {
    let Some(mut lists) = constraints.reader().only(SEQUENCE) else { return false };
    let lists = core::iter::from_fn(|| lists.next());
    let subtrees = lists.flat_map(|list| {
        let mut subtrees = Reader::new(constraints.value, &list.content);
        core::iter::from_fn(move || subtrees.enter(SEQUENCE))
    });
    let mut bases = subtrees.filter_map(|mut subtree| subtree.next());
    bases.any(|base| {
        let name = constraints.value.get(base.content);
        base.tag == DNS_NAME && name.is_some_and(|name| name.starts_with(b"."))
    })
}

/// Returns whether an alternative name equals this common name exactly as written.
fn is_listed(it: &Facts<'_>, common_name: &[u8]) -> bool {
    it.hosts().any(|(tag, name)| match tag {
        DNS_NAME => name == common_name,
        IP_ADDRESS => text::address(name).is_some_and(|text| text.as_bytes() == common_name),
        _ => false,
    })
}
