//! Certificate revocation lists (RFC 5280 section 5), read and followed by webpki.

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

/// Revocation lists of any issuers.
#[derive(Debug, Default)]
pub struct RevocationLists {
    /// Those of all certificates of an issuer before those of one distribution point, the newest
    /// first: webpki follows the first of an issuer, and takes one of a distribution point for one
    /// of all certificates where a certificate names no such point.
    lists: Vec<List>,
}

impl RevocationLists {
    /// No list.
    #[must_use]
    pub const fn new() -> Self {
        Self { lists: Vec::new() }
    }

    /// How many lists there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Adds one list in DER, or those of a PEM file, and tells how many they are. The signature of a
    /// list is checked when it is followed, since only then its issuer is known.
    ///
    /// # Errors
    /// [`Error::RevocationList`] for what is no list, or one of a kind that is not followed: delta
    /// lists, indirect ones, and those for some reasons alone. None is added then.
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

    /// Those of an issuer, the content of a Name.
    pub(super) fn of<'a>(
        &'a self,
        issuer: &'a [u8],
    ) -> impl Iterator<Item = &'a CertRevocationList<'static>> {
        self.lists_of(issuer).map(|one| &one.list)
    }

    fn lists_of<'a>(&'a self, issuer: &'a [u8]) -> impl Iterator<Item = &'a List> {
        self.lists.iter().filter(move |one| one.list.issuer() == issuer)
    }

    /// Whether an issuer has no list of all its certificates.
    pub(super) fn has_no_whole(&self, issuer: &[u8]) -> bool {
        self.lists_of(issuer).all(List::is_partial)
    }

    /// Whether one of the lists of an issuer revokes a serial number, but for those that a newer one
    /// of the same scope replaces.
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
                return Err(Error::RevocationList("a block is labelled otherwise than X509 CRL"));
            }
            Err(_) => return Err(Error::RevocationList("a block is damaged or has no end")),
        }
    }
    if lists.is_empty() {
        return Err(Error::RevocationList("there is neither DER nor a block labelled X509 CRL"));
    }
    Ok(lists)
}

/// Which certificates must not be revoked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Depth {
    /// The leaf.
    Leaf,
    /// The leaf and the intermediates.
    Chain,
}

/// How revocation lists are followed. A certificate of the store is never revoked, also not as a
/// leaf that is trusted as itself: it is to be taken out.
#[derive(Clone, Copy, Debug)]
pub struct Revocation<'a> {
    /// The lists.
    pub lists: &'a RevocationLists,
    /// Which certificates must not be revoked.
    pub depth: Depth,
    /// Whether a certificate is accepted for which there is no list of its issuer.
    pub accepts_unknown: bool,
    /// Whether a list counts that says that a newer one must be there by now.
    pub accepts_expired: bool,
}

impl<'a> Revocation<'a> {
    /// The strict way: the whole chain, with a list for each issuer that still holds.
    #[must_use]
    pub const fn new(lists: &'a RevocationLists) -> Self {
        Self { lists, depth: Depth::Chain, accepts_unknown: false, accepts_expired: false }
    }

    /// Why a path is not accepted although webpki, which looks into one list for each certificate,
    /// has verified it; none if it is. What is found here in a list of an issuer counts without a
    /// look at the signature, since it can only refuse.
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

    /// The lists as webpki takes them.
    pub(super) fn all(&self) -> Vec<&'a CertRevocationList<'static>> {
        self.lists.lists.iter().map(|one| &one.list).collect()
    }

    /// How webpki is to follow them; none without any.
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
