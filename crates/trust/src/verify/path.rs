//! Finds the path from the leaf to a trusted certificate. webpki finds paths, and tries the next
//! path if this crate's additional requirements are not met.

use alloc::vec::Vec;
use core::cell::Cell;
use core::result::Result;
use core::time::Duration;

use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm, TrustAnchor, UnixTime};
use webpki::{EndEntityCert, KeyUsage, VerifiedPath};

use super::{Purpose, Request, Verified, anchor};
use crate::rejection::Rejection;
use crate::store::{Certificate, TrustStore};

/// A chain and the inputs for finding its path.
pub(super) struct Path<'a> {
    pub(super) algorithms: &'a [&'a dyn SignatureVerificationAlgorithm],
    pub(super) leaf: &'a EndEntityCert<'a>,
    pub(super) others: &'a [CertificateDer<'a>],
    pub(super) request: &'a Request<'a>,
    /// The store that contains the candidates.
    pub(super) store: &'a TrustStore,
}

impl Path<'_> {
    /// Finds a path to a candidate that may vouch for the chain. If there is none, returns the
    /// reason why a reachable candidate may not vouch, or the error on the path to the candidates.
    pub(super) fn to_one_of<'s>(
        &self,
        candidates: &[Certificate<'s>],
    ) -> Result<Verified<'s>, Rejection> {
        let objection = |one: &Certificate<'s>| anchor::objection(one, self.request);
        let (fit, unfit): (Vec<_>, Vec<_>) =
            candidates.iter().copied().partition(|one| objection(one).is_none());
        self.find(&fit).map_err(|why| {
            if unfit.is_empty() {
                return why;
            }
            match self.find(&unfit) {
                Ok(found) => objection(&found.anchor).unwrap_or(why),
                Err(other) if why == Rejection::UnknownIssuer => other,
                Err(_) => why,
            }
        })
    }

    fn find<'s>(&self, candidates: &[Certificate<'s>]) -> Result<Verified<'s>, Rejection> {
        let anchors: Vec<TrustAnchor<'_>> = candidates.iter().map(anchor::trust_anchor).collect();
        let certificate = |anchor: &TrustAnchor<'_>| {
            let position = anchors.iter().position(|other| core::ptr::eq(other, anchor));
            position.and_then(|position| candidates.get(position).copied())
        };
        // webpki lacks an error for these reasons; it only needs to try the next path.
        let refused = Cell::new(Rejection::Other);
        let judge = |path: &VerifiedPath<'_>| {
            let objection = match certificate(path.anchor()) {
                Some(anchor) => anchor::path_objection(path, &anchor, self.request, self.store),
                None => Some(Rejection::Other),
            };
            objection.map_or(Ok(()), |why| {
                refused.set(why);
                Err(webpki::Error::CertDistrusted)
            })
        };
        let time = UnixTime::since_unix_epoch(Duration::from_secs(self.request.time));
        let usage = match self.request.purpose {
            Purpose::Server => KeyUsage::server_auth(),
            Purpose::Client => KeyUsage::client_auth(),
        };
        let revocation = self.request.revocation;
        let lists = revocation.map(|one| one.all()).unwrap_or_default();
        if lists.is_empty() && revocation.is_some_and(|one| !one.accepts_unknown) {
            return Err(Rejection::RevocationUnknown);
        }
        let path = self
            .leaf
            .verify_for_usage(
                self.algorithms,
                &anchors,
                self.others,
                time,
                usage,
                revocation.and_then(|one| one.options(&lists)),
                Some(&judge),
            )
            .map_err(|error| match error {
                webpki::Error::CertDistrusted => refused.get(),
                error => Rejection::from(&error),
            })?;
        let places = path.intermediate_certificates().filter_map(|certificate| {
            self.others.iter().position(|other| *other == certificate.der()).map(|at| at + 1)
        });
        let places = core::iter::once(0).chain(places).collect();
        let anchor = certificate(path.anchor()).ok_or(Rejection::Other)?;
        Ok(Verified { anchor, path: places })
    }
}
