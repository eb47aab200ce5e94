//! One certificate revocation list (RFC 5280 section 5).

use alloc::vec::Vec;

use webpki::{CertRevocationList, Error as Webpki, OwnedCertRevocationList};

use crate::der::{Extension, INTEGER, Reader, SEQUENCE};
use crate::error::{Error, Result};
use crate::text;

/// Under id-ce.
const ISSUING_DISTRIBUTION_POINT: u8 = 28;
/// `[0]`: the extensions of a list, and the point in an IssuingDistributionPoint.
const FIRST: u8 = 0xa0;

/// A list, and what orders those of one issuer.
#[derive(Debug)]
pub(super) struct List {
    pub(super) list: CertRevocationList<'static>,
    /// When it was made, in seconds since 1970.
    pub(super) made: i64,
    /// Its IssuingDistributionPoint in DER; empty if it is of all certificates.
    pub(super) scope: Vec<u8>,
}

impl List {
    pub(super) fn read(der: &[u8]) -> Result<Self> {
        let made = made(der).ok_or(Error::RevocationList("it is no revocation list in DER"))?;
        let list = OwnedCertRevocationList::from_der(der).map_err(|error| refusal(&error))?;
        Ok(Self { list: list.into(), made, scope: scope(der).unwrap_or_default() })
    }

    /// Whether it is of the certificates of one distribution point alone.
    pub(super) fn is_partial(&self) -> bool {
        let fields = Reader::new(&self.scope, &(0..self.scope.len())).only(SEQUENCE);
        fields.and_then(|mut fields| fields.next()).is_some_and(|field| field.tag == FIRST)
    }
}

/// thisUpdate.
fn made(der: &[u8]) -> Option<i64> {
    let time = from_time(der)?.next()?;
    text::seconds(time.tag, der.get(time.content)?)
}

/// The value of the extension that says of which certificates a list is.
fn scope(der: &[u8]) -> Option<Vec<u8>> {
    let mut parts = from_time(der)?;
    let explicit = core::iter::from_fn(|| parts.next()).find(|part| part.tag == FIRST)?;
    let mut list = Reader::new(der, &explicit.content).only(SEQUENCE)?;
    let mut extensions =
        core::iter::from_fn(|| Extension::read(der, &list.take(SEQUENCE)?.content));
    let found = extensions.find(|one| one.number(der) == Some(ISSUING_DISTRIBUTION_POINT))?;
    der.get(found.value).map(<[u8]>::to_vec)
}

/// The parts of what is signed of a list, from thisUpdate on.
fn from_time(der: &[u8]) -> Option<Reader<'_>> {
    let mut parts = Reader::new(der, &(0..der.len())).enter(SEQUENCE)?.enter(SEQUENCE)?;
    let mut part = parts.next()?;
    if part.tag == INTEGER {
        part = parts.next()?;
    }
    // What was read is the algorithm; the issuer and the time follow.
    (part.tag == SEQUENCE).then_some(())?;
    parts.take(SEQUENCE)?;
    Some(parts)
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
