//! Checks trusted certificates before they vouch for other certificates, and checks paths.
//!
//! webpki does not check trust anchors. At least two of OpenSSL 3, Go 1.26 and cryptography 46 make
//! each check in this module.

use alloc::vec::Vec;

use rustls_pki_types::TrustAnchor;
use webpki::VerifiedPath;

use super::profile::{self, Role};
use super::{Depth, Purpose, Request};
use crate::der;
use crate::rejection::Rejection;
use crate::store::{Certificate, TrustStore};
use crate::usage::{CLIENT_AUTH_OID, SERVER_AUTH_OID, Usage};

/// Returns the reason why a trusted certificate may not vouch for other certificates; `None` if it
/// may.
pub(super) fn objection(certificate: &Certificate<'_>, request: &Request<'_>) -> Option<Rejection> {
    if is_distrusted(certificate, request.purpose) {
        return Some(Rejection::Distrusted);
    }
    let usage = Usage::of(certificate.der());
    if !certificate.is_authority() {
        return Some(Rejection::AnchorNotAuthority);
    }
    if usage.unknown_critical.is_some() {
        return Some(Rejection::AnchorCritical);
    }
    if !is_for(&usage, request.purpose) {
        return Some(Rejection::AnchorPurpose);
    }
    if let Some(why) = profile::objection(certificate.der(), Role::Anchor, request) {
        return Some(why);
    }
    request.anchor_dates.then(|| dates(certificate, request.time)).flatten().map(
        |when| match when {
            Rejection::Expired => Rejection::AnchorExpired,
            _ => Rejection::AnchorNotYetValid,
        },
    )
}

/// Returns the reason why a trusted certificate may not vouch for itself as a server or client;
/// `None` if it may.
pub(super) fn own_objection(
    certificate: &Certificate<'_>,
    request: &Request<'_>,
) -> Option<Rejection> {
    if is_distrusted(certificate, request.purpose) {
        return Some(Rejection::Distrusted);
    }
    // webpki would reject a negative serial number, but it never examines this certificate.
    if certificate.serial().first().is_some_and(|first| first & 0x80 != 0) {
        return Some(Rejection::Malformed);
    }
    let usage = Usage::of(certificate.der());
    if usage.unknown_critical.is_some() {
        return Some(Rejection::CriticalExtension);
    }
    if !is_for(&usage, request.purpose) {
        return Some(Rejection::Purpose);
    }
    dates(certificate, request.time)
}

/// Returns whether the store's settings for a certificate forbid a purpose.
pub(super) fn is_distrusted(certificate: &Certificate<'_>, purpose: Purpose) -> bool {
    let oid = match purpose {
        Purpose::Server => SERVER_AUTH_OID,
        Purpose::Client => CLIENT_AUTH_OID,
    };
    certificate.settings().is_some_and(|settings| !settings.allow(&oid))
}

fn is_for(usage: &Usage, purpose: Purpose) -> bool {
    match purpose {
        Purpose::Server => usage.is_for_server(),
        Purpose::Client => usage.is_for_client(),
    }
}

/// Checks the dates of a certificate. A certificate with unreadable dates is never valid.
fn dates(certificate: &Certificate<'_>, time: u64) -> Option<Rejection> {
    match certificate.validity() {
        Some((_, last)) if i128::from(time) > i128::from(last) => Some(Rejection::Expired),
        Some((first, _)) if i128::from(time) < i128::from(first) => Some(Rejection::NotYetValid),
        Some(_) => None,
        None => Some(Rejection::Expired),
    }
}

/// Returns the reason why a path that webpki has verified is not accepted; `None` if it is
/// accepted.
pub(super) fn path_objection(
    path: &VerifiedPath<'_>,
    anchor: &Certificate<'_>,
    request: &Request<'_>,
    store: &TrustStore,
) -> Option<Rejection> {
    let intermediates: Vec<_> = path.intermediate_certificates().collect();
    if intermediates.len() > request.max_depth {
        return Some(Rejection::TooDeep);
    }
    if store.has_settings() {
        let leaf = path.end_entity().der();
        let path = intermediates.iter().map(|one| one.der()).chain([leaf]);
        let mut held = path.filter_map(|der| store.get(store.position_of(&der)?));
        if held.any(|one| is_distrusted(&one, request.purpose)) {
            return Some(Rejection::Distrusted);
        }
    }
    if intermediates.iter().any(|one| Usage::of(&one.der()).may_sign == Some(false)) {
        return Some(Rejection::KeyUsage);
    }
    let unsound =
        |one: &&webpki::Cert<'_>| profile::objection(&one.der(), Role::Intermediate, request);
    if let Some(why) = intermediates.iter().find_map(unsound) {
        return Some(why);
    }
    if may_not_revoke(anchor, intermediates.is_empty(), request) {
        return Some(Rejection::RevocationKeyUsage);
    }
    if let Some(why) = request.revocation.and_then(|revocation| revocation.objection(path)) {
        return Some(why);
    }
    // A self-issued certificate does not count (RFC 5280 section 6.1.4 (l)).
    let counted = intermediates.iter().filter(|one| one.subject() != one.issuer()).count();
    let allowed = Usage::of(anchor.der()).path_len;
    allowed.is_some_and(|allowed| counted > allowed as usize).then_some(Rejection::PathLength)
}

/// Returns whether a trusted certificate issued a revocation list that was used, although its
/// keyUsage, which webpki does not know, forbids that (RFC 5280 section 6.3.3 (f)).
fn may_not_revoke(
    anchor: &Certificate<'_>,
    has_issued_the_leaf: bool,
    request: &Request<'_>,
) -> bool {
    request.revocation.is_some_and(|revocation| {
        (has_issued_the_leaf || revocation.depth == Depth::Chain)
            && Usage::of(anchor.der()).may_revoke == Some(false)
            && revocation.lists.of(der::content(anchor.subject())).next().is_some()
    })
}

/// Converts a certificate to webpki's form of a trust anchor.
pub(super) fn trust_anchor<'a>(certificate: &Certificate<'a>) -> TrustAnchor<'a> {
    TrustAnchor {
        subject: der::content(certificate.subject()).into(),
        subject_public_key_info: certificate.public_key().into(),
        name_constraints: certificate.name_constraints().map(Into::into),
    }
}
