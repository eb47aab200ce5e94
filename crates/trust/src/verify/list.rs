//! One certificate revocation list (RFC 5280 section 5).

use alloc::vec::Vec;

use webpki::{CertRevocationList, Error as Webpki, OwnedCertRevocationList};

use crate::der::{Extension, INTEGER, Reader, SEQUENCE};
use crate::error::{Error, Result};
use crate::text;

/// The number of IssuingDistributionPoint under id-ce.
const ISSUING_DISTRIBUTION_POINT: u8 = 28;
/// The tag `[0]`, which marks the extensions of a list, and the distribution point in an
/// IssuingDistributionPoint.
const FIRST: u8 = 0xa0;

/// A revocation list, and the values by which an issuer's lists are sorted.
#[derive(Debug)]
pub(super) struct List {
    pub(super) list: CertRevocationList<'static>,
    /// The time of issue in seconds since 1970.
    pub(super) made: i64,
    /// Its IssuingDistributionPoint in DER; empty if it covers all certificates.
    pub(super) scope: Vec<u8>,
}

impl List {
    pub(super) fn read(der: &[u8]) -> Result<Self> {
        let made = made(der).ok_or(Error::RevocationList("it is not a DER revocation list"))?;
        let list = OwnedCertRevocationList::from_der(der).map_err(|error| refusal(&error))?;
        Ok(Self { list: list.into(), made, scope: scope(der).unwrap_or_default() })
    }

    /// Returns whether the list covers only one distribution point.
    pub(super) fn is_partial(&self) -> bool {
        let fields = Reader::new(&self.scope, &(0..self.scope.len())).only(SEQUENCE);
        fields.and_then(|mut fields| fields.next()).is_some_and(|field| field.tag == FIRST)
    }
}

/// Returns the list's thisUpdate time.
fn made(der: &[u8]) -> Option<i64> {
    let time = from_time(der)?.next()?;
    text::seconds(time.tag, der.get(time.content)?)
}

/// Returns the value of the extension that limits a list's scope.
fn scope(der: &[u8]) -> Option<Vec<u8>> {
    let mut parts = from_time(der)?;
    let explicit = core::iter::from_fn(|| parts.next()).find(|part| part.tag == FIRST)?;
    let mut list = Reader::new(der, &explicit.content).only(SEQUENCE)?;
    let mut extensions =
        core::iter::from_fn(|| Extension::read(der, &list.take(SEQUENCE)?.content));
    let found = extensions.find(|one| one.number(der) == Some(ISSUING_DISTRIBUTION_POINT))?;
    der.get(found.value).map(<[u8]>::to_vec)
}

/// Returns a reader of the signed part of a list, starting at thisUpdate.
fn from_time(der: &[u8]) -> Option<Reader<'_>> {
    let mut parts = Reader::new(der, &(0..der.len())).enter(SEQUENCE)?.enter(SEQUENCE)?;
    let mut part = parts.next()?;
    if part.tag == INTEGER {
        part = parts.next()?;
    }
    // This element is the signature algorithm. The issuer and the time follow.
    (part.tag == SEQUENCE).then_some(())?;
    parts.take(SEQUENCE)?;
    Some(parts)
}

fn refusal(error: &Webpki) -> Error {
    Error::RevocationList(match error {
        Webpki::UnsupportedCrlVersion => "its version is not 2",
        Webpki::UnsupportedDeltaCrl => "it is a delta list, which is not supported",
        Webpki::UnsupportedIndirectCrl => "it is an indirect list, which is not supported",
        Webpki::UnsupportedRevocationReasonsPartitioning => {
            "it covers only some revocation reasons, which is not supported"
        }
        Webpki::UnsupportedCrlIssuingDistributionPoint => {
            "its distribution point limits it in an unsupported way"
        }
        Webpki::UnsupportedCriticalExtension => "it has an unknown critical extension",
        _ => "it is malformed or lacks nextUpdate",
    })
}
