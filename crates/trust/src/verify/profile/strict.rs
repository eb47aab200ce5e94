//! Rules of OpenSSL's `X509_V_FLAG_X509_STRICT`, except rules that apply to all certificates.

use super::facts::Facts;
use super::{Role, Rule};
use crate::breach::Breach;
use crate::der::{self, KEY_CERT_SIGN, SEQUENCE};
use crate::usage::CRL_SIGN;

pub(super) const RULES: &[Rule] = &[
    (Breach::BasicConstraints, |it| {
        !it.is_leaf() && it.basic_constraints.is_none_or(|field| !field.is_critical)
    }),
    (Breach::KeyUsage, |it| !it.is_leaf() && it.key_usage.is_none()),
    (Breach::BasicConstraints, |it| {
        it.has_path_length() && (it.layout.authority != Some(true) || !has_flag(it, KEY_CERT_SIGN))
    }),
    (Breach::Issuer, |it| der::content(it.issuer()).is_empty()),
    (Breach::Subject, |it| {
        it.is_nameless() && (it.alternative_names.is_none() || has_flag(it, CRL_SIGN))
    }),
    (Breach::SubjectAltName, |it| {
        let mut names = it.alternative_names.and_then(|field| field.reader().only(SEQUENCE));
        it.alternative_names.is_some() && names.as_mut().and_then(|list| list.next()).is_none()
    }),
    (Breach::AuthorityKeyIdentifier, |it| it.role != Role::Anchor && it.issuer_key_id().is_none()),
    (Breach::SubjectKeyIdentifier, |it| !it.is_leaf() && it.layout.key_id.is_empty()),
];

fn has_flag(it: &Facts<'_>, flag: u8) -> bool {
    it.usage().is_some_and(|flags| flags & flag != 0)
}
