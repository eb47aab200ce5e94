//! Rules for certificates that webpki does not look at.

mod facts;
mod strict;
mod usual;
mod webpki;

use super::Request;
use crate::breach::Breach;
use crate::der;
use crate::rejection::Rejection;
use facts::Facts;

/// Which rules certificates are held to, besides those that decide who may speak for whom. Each
/// profile holds them to those of the one before it too.
///
/// `scripts/verdicts.py` counts for each how often it agrees with x509-limbo.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Profile {
    /// Rules that at least two of OpenSSL 3, Go 1.26 and cryptography 46 hold certificates to, or
    /// that nobody's certificates are known to break.
    #[default]
    Usual,
    /// What OpenSSL asks for with `X509_V_FLAG_X509_STRICT`, as Python's
    /// `ssl.create_default_context()` does from version 3.13 on: fields that RFC 5280 tells
    /// authorities to write. Some old roots that are in use do not have them.
    Strict,
    /// What the Baseline Requirements of the CA/Browser Forum ask of the certificates of sites on
    /// the public web, and the rest of what RFC 5280 tells authorities to write. More roots in use
    /// do not keep to that, and private authorities seldom do.
    WebPki,
}

/// What a certificate is in a path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    Leaf,
    Intermediate,
    Anchor,
}

/// A rule, and whether a certificate breaks it.
type Rule = (Breach, fn(&Facts<'_>) -> bool);

/// Why a certificate is not as the profile of a request wants it; none if it keeps all rules.
pub(super) fn objection(
    certificate: &[u8],
    role: Role,
    request: &Request<'_>,
) -> Option<Rejection> {
    let Ok(layout) = der::layout(certificate) else { return Some(Rejection::Malformed) };
    let facts = Facts::of(certificate, &layout, role, request.purpose);
    let profiles = [
        (Profile::Usual, usual::RULES),
        (Profile::Strict, strict::RULES),
        (Profile::WebPki, webpki::RULES),
    ];
    let asked = profiles.iter().filter(|(profile, _)| *profile <= request.profile);
    let mut rules = asked.flat_map(|(_, rules)| *rules);
    let broken = rules.find(|(_, is_broken)| is_broken(&facts));
    broken.map(|(breach, _)| Rejection::Profile(*breach))
}
