//! Certificate revocation lists (RFC 5280 section 5), read and followed by webpki.

use alloc::vec::Vec;

use rustls_pki_types::pem::{PemObject, SectionKind};
use webpki::{
    CertRevocationList, Error as Webpki, ExpirationPolicy, OwnedCertRevocationList,
    RevocationCheckDepth, RevocationOptions, RevocationOptionsBuilder, UnknownStatusPolicy,
};

use crate::der::{INTEGER, Reader, SEQUENCE};
use crate::error::{Error, Result};
use crate::text;

/// Revocation lists of any issuers.
#[derive(Debug, Default)]
pub struct RevocationLists {
    /// The newest first: of those of one issuer, webpki follows the first.
    lists: Vec<List>,
}

#[derive(Debug)]
struct List {
    list: CertRevocationList<'static>,
    /// When it was made, in seconds since 1970.
    made: i64,
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
        self.lists.sort_by_key(|one| core::cmp::Reverse(one.made));
        Ok(count)
    }

    /// Those of an issuer, the content of a Name.
    pub(super) fn of<'a>(
        &'a self,
        issuer: &'a [u8],
    ) -> impl Iterator<Item = &'a CertRevocationList<'static>> {
        self.lists.iter().map(|one| &one.list).filter(move |list| list.issuer() == issuer)
    }
}

impl List {
    fn read(der: &[u8]) -> Result<Self> {
        let made = made(der).ok_or(Error::RevocationList("it is no revocation list in DER"))?;
        let list = OwnedCertRevocationList::from_der(der).map_err(|error| refusal(&error))?;
        Ok(Self { list: list.into(), made })
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

/// thisUpdate.
fn made(der: &[u8]) -> Option<i64> {
    let mut parts = Reader::new(der, &(0..der.len())).enter(SEQUENCE)?.enter(SEQUENCE)?;
    let mut part = parts.next()?;
    if part.tag == INTEGER {
        part = parts.next()?;
    }
    // What was read is the algorithm; the issuer and the time follow.
    (part.tag == SEQUENCE).then_some(())?;
    parts.take(SEQUENCE)?;
    let time = parts.next()?;
    text::seconds(time.tag, der.get(time.content)?)
}

fn refusal(error: &Webpki) -> Error {
    Error::RevocationList(match error {
        Webpki::UnsupportedCrlVersion => "it is not of version 2",
        Webpki::UnsupportedDeltaCrl => "it is a delta list, which adds to another one",
        Webpki::UnsupportedIndirectCrl => {
            "it is an indirect list, of certificates of other issuers"
        }
        Webpki::UnsupportedRevocationReasonsPartitioning => "it is for some reasons alone",
        Webpki::UnsupportedCrlIssuingDistributionPoint => {
            "it is for some certificates alone, in a way that is not known here"
        }
        Webpki::UnsupportedCriticalExtension => {
            "it has a critical extension that is not known here"
        }
        _ => "it is malformed, or says not until when it holds",
    })
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
