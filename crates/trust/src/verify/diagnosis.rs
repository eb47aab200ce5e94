//! Finds the certificate at fault after the verdict. The diagnosis changes the verdict in only one
//! case: if a signature does not match any known CA with the issuer's name, the reason becomes a
//! missing issuer.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm};
use webpki::{CertRevocationList, EndEntityCert};

use super::profile::{self, Role};
use super::trace::{self, Link, Trace};
use super::{Purpose, Request, anchor};
use crate::der;
use crate::refusal::{Fault, Hint, Refusal};
use crate::rejection::Rejection;
use crate::said;
use crate::store::{Certificate, TrustStore};
use crate::text;
use crate::usage::Usage;

/// The maximum number of signatures that are checked again to find the signature at fault. The
/// limit is needed because the sender of the chain controls the number of signatures.
const MAX_SIGNATURES: usize = 20;

/// A rejected chain, the store, and the request.
pub(super) struct Diagnosis<'a> {
    store: &'a TrustStore,
    algorithms: &'a [&'a dyn SignatureVerificationAlgorithm],
    chain: &'a [&'a [u8]],
    request: &'a Request<'a>,
    trace: Trace<'a>,
}

impl<'a> Diagnosis<'a> {
    pub(super) fn new(
        store: &'a TrustStore,
        algorithms: &'a [&'a dyn SignatureVerificationAlgorithm],
        chain: &'a [&'a [u8]],
        request: &'a Request<'a>,
    ) -> Self {
        Self { store, algorithms, chain, request, trace: Trace::of(chain) }
    }

    /// Returns the full explanation for a chain rejected for this reason.
    pub(super) fn of(&self, why: Rejection) -> Refusal {
        let refusal = Refusal::new(why);
        match why {
            Rejection::UnknownIssuer => self.unknown_issuer(refusal),
            Rejection::Signature => self.signature(refusal),
            Rejection::Algorithm => self.algorithm(refusal),
            Rejection::Malformed => self.malformed(refusal),
            Rejection::CriticalExtension => self.critical(refusal),
            Rejection::Purpose => self.purpose(refusal),
            Rejection::PathLength => self.path_length(refusal),
            Rejection::AuthorityAsLeaf => self.authority_as_leaf(refusal),
            Rejection::Distrusted => self.distrusted(refusal),
            _ if why.is_of_revocation() => self.revocation(refusal),
            _ if why.is_of_anchor() => self.anchor(refusal),
            _ => Refusal { fault: self.simple(why), ..refusal },
        }
    }

    /// Returns the certificate at fault, for reasons that do not need further explanation.
    fn simple(&self, why: Rejection) -> Option<Fault> {
        let time = i128::from(self.request.time);
        let found = match why {
            Rejection::Expired => {
                self.trace.find(|one| one.validity().is_none_or(|(_, last)| time > last.into()))
            }
            Rejection::NotYetValid => {
                self.trace.find(|one| one.validity().is_some_and(|(first, _)| time < first.into()))
            }
            Rejection::Host | Rejection::LeafKeyUsage => self.trace.links.first(),
            Rejection::LeafAsAuthority => {
                self.trace.find_above(|one| one.layout.authority != Some(true))
            }
            Rejection::KeyUsage => {
                self.trace.find_above(|one| Usage::of(one.der).may_sign == Some(false))
            }
            Rejection::NameConstraint => {
                let found = self.trace.find_above(|one| !one.layout.name_constraints.is_empty());
                let anchor = self.anchors().find(|one| one.name_constraints().is_some());
                return found.map(Link::fault).or(anchor.as_ref().map(trace::fault_of_anchor));
            }
            Rejection::Profile(_) => return self.profile(why),
            _ => None,
        };
        found.map(Link::fault)
    }

    /// Returns the certificate that breaks the rule.
    fn profile(&self, why: Rejection) -> Option<Fault> {
        let breaks = |der: &[u8], role| profile::objection(der, role, self.request) == Some(why);
        let role = |level| if level == 0 { Role::Leaf } else { Role::Intermediate };
        let found = self.trace.find(|one| breaks(one.der, role(one.level)));
        let anchor = self.anchors().find(|one| breaks(one.der(), Role::Anchor));
        found.map(Link::fault).or(anchor.as_ref().map(trace::fault_of_anchor))
    }

    /// Returns the certificates of the store that issuer names lead to.
    fn anchors(&self) -> impl Iterator<Item = Certificate<'a>> {
        self.trace.links.iter().flat_map(|link| self.store.by_subject(link.issuer()))
    }

    fn unknown_issuer(&self, refusal: Refusal) -> Refusal {
        if self.store.is_empty() {
            return Refusal { hint: Some(Hint::EmptyStore), ..refusal };
        }
        let is_in_chain = |link: &Link<'_>| {
            let is_issuer = |other: &Link<'_>| {
                other.position != link.position && other.subject() == link.issuer()
            };
            self.trace.find_above(is_issuer).is_some()
        };
        let ends = |link: &Link<'_>| {
            self.store.by_subject(link.issuer()).next().is_none() && !is_in_chain(link)
        };
        let Some(end) = self.trace.find(ends) else { return refusal };
        let is_root = end.subject() == end.issuer();
        Refusal {
            fault: Some(end.fault()),
            missing_issuer: Some(name(end.issuer())),
            hint: Some(if is_root { Hint::UntrustedRoot } else { Hint::MissingIssuer }),
            ..refusal
        }
    }

    fn signature(&self, refusal: Refusal) -> Refusal {
        let Some(link) = self.unsigned() else { return refusal };
        let issuers = self.issuers(link);
        let is_other_key = said::issuer_key_id(link.der).is_some_and(|wanted| {
            let key_ids = issuers.iter().map(|issuer| key_id(issuer));
            key_ids.into_iter().all(|found| found.is_some_and(|found| found != wanted))
        });
        Refusal {
            why: if is_other_key { Rejection::UnknownIssuer } else { refusal.why },
            fault: Some(link.fault()),
            missing_issuer: Some(name(link.issuer())),
            hint: is_other_key.then_some(Hint::OtherKey),
            ..refusal
        }
    }

    /// Returns the first certificate whose signature does not match any CA with its issuer's name.
    fn unsigned(&self) -> Option<&Link<'a>> {
        let left = Cell::new(MAX_SIGNATURES);
        self.trace.find(|link| {
            let issuers = self.issuers(link);
            !issuers.is_empty() && !issuers.iter().any(|one| self.has_signed(one, link, &left))
        })
    }

    /// Returns all certificates whose subject equals the issuer name of the given certificate.
    fn issuers(&self, link: &Link<'_>) -> Vec<&'a [u8]> {
        let sent =
            self.trace.links.iter().filter(|one| one.level > 0 && one.subject() == link.issuer());
        let trusted = self.store.by_subject(link.issuer()).map(|anchor| anchor.der());
        sent.map(|one| one.der).chain(trusted).collect()
    }

    /// Returns whether the issuer signed the certificate. Returns true if this is unknown, since
    /// webpki cannot read certificates of version 1.
    fn has_signed(&self, issuer: &[u8], link: &Link<'_>, left: &Cell<usize>) -> bool {
        let issuer = CertificateDer::from(issuer);
        let (Some(signed), Ok(issuer)) = (said::signed(link.der), EndEntityCert::try_from(&issuer))
        else {
            return true;
        };
        let fits = |one: &&&dyn SignatureVerificationAlgorithm| {
            one.signature_alg_id().as_ref() == signed.algorithm
        };
        self.algorithms.iter().filter(fits).any(|algorithm| {
            let Some(fewer) = left.get().checked_sub(1) else { return true };
            left.set(fewer);
            issuer.verify_signature(*algorithm, signed.message, signed.signature).is_ok()
        })
    }

    fn algorithm(&self, refusal: Refusal) -> Refusal {
        let is_known = |link: &Link<'_>| {
            let algorithm = said::signed(link.der).map(|signed| signed.algorithm);
            self.algorithms.iter().any(|one| Some(one.signature_alg_id().as_ref()) == algorithm)
        };
        let found = self.trace.find(|link| !is_known(link)).or_else(|| self.unsigned());
        let Some(link) = found else { return refusal };
        let oid = said::signed(link.der).and_then(|signed| said::first_oid(signed.algorithm));
        Refusal {
            fault: Some(link.fault()),
            oid: oid.map(|oid| text::clipped(&text::dotted(oid))),
            ..refusal
        }
    }

    fn malformed(&self, refusal: Refusal) -> Refusal {
        let parses = |der: &[u8]| EndEntityCert::try_from(&CertificateDer::from(der)).is_ok();
        let found = self.chain.iter().enumerate().find(|(_, der)| !parses(der));
        let Some((position, der)) = found else { return refusal };
        let hint = match der::layout(der) {
            _ if is_pem(der) => Some(Hint::Pem),
            Err(der::Error::Part(part)) => Some(Hint::Part(part)),
            Err(_) => Some(Hint::Part("data after the certificate")),
            Ok(_) if der.len() > usize::from(u16::MAX) => Some(Hint::TooLong),
            Ok(layout) => layout.is_old.then_some(Hint::OldVersion),
        };
        Refusal { fault: Some(self.fault_at(position, der)), hint, ..refusal }
    }

    fn critical(&self, refusal: Refusal) -> Refusal {
        let all = self.chain.iter().enumerate();
        let mut found =
            all.filter_map(|(position, der)| Some((position, der, said::unread_critical(der)?)));
        let Some((position, der, oid)) = found.next() else { return refusal };
        Refusal { fault: Some(self.fault_at(position, der)), oid: Some(oid), ..refusal }
    }

    fn fault_at(&self, position: usize, der: &[u8]) -> Fault {
        let link = self.trace.find(|link| link.position == position);
        link.map_or_else(|| trace::fault_aside(der, position), Link::fault)
    }

    fn purpose(&self, refusal: Refusal) -> Refusal {
        let wanted = match self.request.purpose {
            Purpose::Server => "serverAuth",
            Purpose::Client => "clientAuth",
        };
        let lacks = |link: &Link<'_>| {
            said::purposes(link.der).is_some_and(|all| all.iter().all(|one| one != wanted))
        };
        let Some(link) = self.trace.find(lacks) else { return refusal };
        let purposes = said::purposes(link.der).unwrap_or_default();
        Refusal { fault: Some(link.fault()), purposes, ..refusal }
    }

    fn path_length(&self, refusal: Refusal) -> Refusal {
        let too_long = |link: &Link<'_>| {
            // The first intermediate is directly above the leaf.
            Usage::of(link.der).path_len.is_some_and(|allowed| link.level > allowed as usize + 1)
        };
        if let Some(link) = self.trace.find_above(too_long) {
            let hint = Usage::of(link.der).path_len.map(Hint::PathLength);
            return Refusal { fault: Some(link.fault()), hint, ..refusal };
        }
        let path_len = |anchor: &Certificate<'_>| Usage::of(anchor.der()).path_len;
        let Some(anchor) = self.anchors().find(|one| path_len(one).is_some()) else {
            return refusal;
        };
        let hint = path_len(&anchor).map(Hint::PathLength);
        Refusal { fault: Some(trace::fault_of_anchor(&anchor)), hint, ..refusal }
    }

    fn authority_as_leaf(&self, refusal: Refusal) -> Refusal {
        let is_leaf = |der: &[u8]| der::layout(der).is_ok_and(|one| one.authority != Some(true));
        let leaf = self.chain.iter().skip(1).position(|der| is_leaf(der));
        let fault = self.trace.links.first().map(Link::fault);
        Refusal { fault, hint: leaf.map(|at| Hint::LeafFirst(at + 1)), ..refusal }
    }

    /// Finds the certificate that is revoked, or whose issuer has a missing or unusable list.
    fn revocation(&self, refusal: Refusal) -> Refusal {
        let Some(revocation) = self.request.revocation else { return refusal };
        let lists = |link: &Link<'_>| {
            let issuer = der::content(link.issuer()).to_vec();
            let serial = link.layout.serial.of(link.der);
            let is_listed = |list: &CertRevocationList<'_>| {
                list.find_serial(serial).is_ok_and(|found| found.is_some())
            };
            let mut found = revocation.lists.of(&issuer).peekable();
            (found.peek().is_some(), found.any(is_listed))
        };
        let link = self.trace.find(|link| {
            let (has_list, is_listed) = lists(link);
            match refusal.why {
                Rejection::Revoked => is_listed,
                Rejection::RevocationUnknown => !has_list,
                _ => has_list,
            }
        });
        let is_uncovered = |link: &Link<'_>| {
            refusal.why == Rejection::RevocationUnknown
                && revocation.lists.has_no_whole(der::content(link.issuer()))
        };
        let link = link.or_else(|| self.trace.find(is_uncovered));
        Refusal { fault: link.map(Link::fault), ..refusal }
    }

    /// Finds the certificate that the store's settings reject, first in the chain and then in the
    /// store.
    fn distrusted(&self, refusal: Refusal) -> Refusal {
        let held = |der| self.store.get(self.store.position_of(der)?);
        let marked = |one: &Certificate<'_>| anchor::is_distrusted(one, self.request.purpose);
        let link = self.trace.find(|link| held(link.der).as_ref().is_some_and(marked));
        let anchor = self.anchors().find(marked);
        let fault = link.map(Link::fault).or(anchor.as_ref().map(trace::fault_of_anchor));
        Refusal { fault, ..refusal }
    }

    /// Finds the trusted certificate at the end of the path, if it may not vouch for the chain.
    fn anchor(&self, refusal: Refusal) -> Refusal {
        let is_it =
            |one: &Certificate<'_>| anchor::objection(one, self.request) == Some(refusal.why);
        let Some(anchor) = self.anchors().find(is_it) else { return refusal };
        let usage = Usage::of(anchor.der());
        let oid = usage.unknown_critical.and_then(|oid| anchor.der().get(oid));
        let is_of = |why| refusal.why == why;
        Refusal {
            fault: Some(trace::fault_of_anchor(&anchor)),
            oid: oid.filter(|_| is_of(Rejection::AnchorCritical)).map(text::dotted),
            purposes: said::purposes(anchor.der())
                .filter(|_| is_of(Rejection::AnchorPurpose))
                .unwrap_or_default(),
            ..refusal
        }
    }
}

fn name(name: &[u8]) -> String {
    text::clipped(&text::name(name))
}

fn key_id(certificate: &[u8]) -> Option<&[u8]> {
    let layout = der::layout(certificate).ok()?;
    Some(layout.key_id.of(certificate)).filter(|id| !id.is_empty())
}

/// Returns whether bytes begin like a PEM file.
fn is_pem(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"-----BEGIN ")
}
