//! Certificate revocation lists (RFC 5280 section 5), read and applied by webpki.

use alloc::vec::Vec;

use rustls_pki_types::pem::{PemObject, SectionKind};
use webpki::{
    Cert, CertRevocationList, ExpirationPolicy, RevocationCheckDepth, RevocationOptions,
    RevocationOptionsBuilder, UnknownStatusPolicy, VerifiedPath,
};

use super::list::List;
use crate::der::{self, SEQUENCE};
use crate::error::{Error, Result};
use crate::rejection::Rejection;
use crate::said::CRL_DISTRIBUTION_POINTS;

/// A collection of revocation lists from any issuers.
#[derive(Debug, Default)]
pub struct RevocationLists {
    /// The lists in the order in which webpki must examine them: complete lists before lists of one
    /// distribution point, and newer lists before older lists. webpki uses an issuer's first list.
    /// If a certificate does not name a distribution point, webpki treats a distribution point's
    /// list as complete.
    lists: Vec<List>,
}

impl RevocationLists {
    /// Creates an empty collection.
    #[must_use]
    pub const fn new() -> Self {
        Self { lists: Vec::new() }
    }

    /// Returns the number of lists.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lists.len()
    }

    /// Returns whether the collection is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Adds one DER list, or the lists of a PEM file, and returns their number. The signature of a
    /// list is checked when the list is used, since its issuer is unknown until then.
    ///
    /// # Errors
    /// [`Error::RevocationList`] for data that is not a list, or a list of an unsupported type:
    /// delta lists, indirect lists, and lists for only some reasons. No list is added in this case.
    pub fn add(&mut self, bytes: &[u8]) -> Result<usize> {
        let lists = if bytes.first() == Some(&SEQUENCE) {
            alloc::vec![List::read(bytes)?]
        } else {
            from_pem(bytes)?
        };
        let count = lists.len();
        self.lists.extend(lists);
        self.lists.sort_by_key(|one| (one.is_partial(), core::cmp::Reverse(one.made)));
        Ok(count)
    }

    /// Returns an issuer's lists; the issuer is given as the content of a Name.
    pub(super) fn of<'a>(
        &'a self,
        issuer: &'a [u8],
    ) -> impl Iterator<Item = &'a CertRevocationList<'static>> {
        self.lists_of(issuer).map(|one| &one.list)
    }

    fn lists_of<'a>(&'a self, issuer: &'a [u8]) -> impl Iterator<Item = &'a List> {
        self.lists.iter().filter(move |one| one.list.issuer() == issuer)
    }

    /// Returns whether an issuer lacks a list that covers all its certificates.
    pub(super) fn has_no_whole(&self, issuer: &[u8]) -> bool {
        self.lists_of(issuer).all(List::is_partial)
    }

    /// Returns whether one of the issuer's lists revokes a serial number. Ignores lists that a
    /// newer list of the same scope replaces.
    fn revoke(&self, issuer: &[u8], serial: &[u8]) -> bool {
        self.lists_of(issuer).any(|one| {
            let is_replaced =
                self.lists_of(issuer).any(|two| two.scope == one.scope && two.made > one.made);
            !is_replaced && !matches!(one.list.find_serial(serial), Ok(None))
        })
    }
}

fn from_pem(bytes: &[u8]) -> Result<Vec<List>> {
    let mut lists = Vec::new();
    for section in <(SectionKind, Vec<u8>)>::pem_slice_iter(bytes) {
        match section {
            Ok((SectionKind::Crl, der)) => lists.push(List::read(&der)?),
            Ok(_) => {
                return Err(Error::RevocationList("a PEM block has another label than X509 CRL"));
            }
            Err(_) => return Err(Error::RevocationList("a PEM block is damaged or truncated")),
        }
    }
    if lists.is_empty() {
        return Err(Error::RevocationList("found neither DER nor a PEM block labelled X509 CRL"));
    }
    Ok(lists)
}

/// The certificates that must not be revoked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Depth {
    /// The leaf.
    Leaf,
    /// The leaf and the intermediates.
    Chain,
}

/// How to use revocation lists. A certificate in the store is never treated as revoked, not even if
/// it is the leaf: remove it from the store instead.
#[derive(Clone, Copy, Debug)]
pub struct Revocation<'a> {
    /// The lists.
    pub lists: &'a RevocationLists,
    /// Which certificates must not be revoked.
    pub depth: Depth,
    /// Whether a certificate is accepted if its issuer lacks a list.
    pub accepts_unknown: bool,
    /// Whether a list counts after its nextUpdate time.
    pub accepts_expired: bool,
}

impl<'a> Revocation<'a> {
    /// Creates the strict settings: the whole chain is checked, and each issuer must have a current
    /// list.
    #[must_use]
    pub const fn new(lists: &'a RevocationLists) -> Self {
        Self { lists, depth: Depth::Chain, accepts_unknown: false, accepts_expired: false }
    }

    /// Checks a path that webpki has verified, since webpki examines only one list per certificate.
    /// Returns the reason why the path is not accepted; `None` if it is accepted. A revocation
    /// found here counts even though the list's signature is not checked, since it can only reject
    /// a path.
    pub(super) fn objection(&self, path: &VerifiedPath<'_>) -> Option<Rejection> {
        let leaf: &Cert<'_> = path.end_entity();
        let above = path.intermediate_certificates().filter(|_| self.depth == Depth::Chain);
        core::iter::once(leaf).chain(above).find_map(|one| {
            let issuer = one.issuer();
            if self.lists.revoke(issuer, one.serial()) {
                return Some(Rejection::Revoked);
            }
            let is_uncovered =
                self.lists.has_no_whole(issuer) && !names_distribution_point(&one.der());
            (is_uncovered && !self.accepts_unknown).then_some(Rejection::RevocationUnknown)
        })
    }

    /// Returns the lists in webpki's form.
    pub(super) fn all(&self) -> Vec<&'a CertRevocationList<'static>> {
        self.lists.lists.iter().map(|one| &one.list).collect()
    }

    /// Returns webpki's revocation options; `None` without lists.
    pub(super) fn options<'b>(
        &self,
        lists: &'b [&'b CertRevocationList<'b>],
    ) -> Option<RevocationOptions<'b>> {
        let builder = RevocationOptionsBuilder::new(lists).ok()?;
        let builder = builder
            .with_depth(match self.depth {
                Depth::Leaf => RevocationCheckDepth::EndEntity,
                Depth::Chain => RevocationCheckDepth::Chain,
            })
            .with_status_policy(if self.accepts_unknown {
                UnknownStatusPolicy::Allow
            } else {
                UnknownStatusPolicy::Deny
            })
            .with_expiration_policy(if self.accepts_expired {
                ExpirationPolicy::Ignore
            } else {
                ExpirationPolicy::Enforce
            });
        Some(builder.build())
    }
}

fn names_distribution_point(certificate: &[u8]) -> bool {
    der::each_extension(certificate)
        .any(|one| one.number(certificate) == Some(CRL_DISTRIBUTION_POINTS))
}
