//! Rules for certificates that webpki does not check.

mod facts;
mod strict;
mod usual;
mod webpki;

use super::Request;
use crate::breach::Breach;
use crate::der;
use crate::rejection::Rejection;
use facts::Facts;

/// The rules that certificates must obey, in addition to the rules that decide which certificate
/// may vouch for which. Each profile includes the rules of the previous profile.
///
/// `scripts/verdicts.py` counts how often each profile agrees with x509-limbo.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Profile {
    /// Rules that at least two of OpenSSL 3, Go 1.26 and cryptography 46 enforce, or that no known
    /// certificate breaks.
    #[default]
    Usual,
    /// The rules of OpenSSL's `X509_V_FLAG_X509_STRICT`, which Python's
    /// `ssl.create_default_context()` uses since version 3.13: fields that RFC 5280 requires from
    /// CAs. Some old roots in use lack them.
    Strict,
    /// The Baseline Requirements of the CA/Browser Forum for public web sites, and the remaining
    /// fields that RFC 5280 requires from CAs. More roots in use break these rules, and private CAs
    /// rarely obey them.
    WebPki,
}

/// The role of a certificate in a path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    Leaf,
    Intermediate,
    Anchor,
}

/// A rule, and the function that checks whether a certificate breaks it.
type Rule = (Breach, fn(&Facts<'_>) -> bool);

/// Returns the rule of the request's profile that a certificate breaks; `None` if it breaks none.
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
