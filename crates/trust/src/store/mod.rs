//! The trust store. One buffer contains all certificates; tables contain the offsets of their
//! parts; hash tables index both.
// May import: `trust/src/*`.

mod certificate;
mod export;
mod hash;
mod index;
mod lookup;
mod names;
mod settings;
mod signatures;
mod truncate;

use alloc::collections::{BTreeMap, TryReserveError};
use alloc::vec::Vec;
use core::fmt;
use std::sync::OnceLock;

use crate::der::{self, Layout};
use crate::format::Format;
use crate::limits::Limits;
use crate::report::Reason;
use hash::Key;
use index::Index;
use lookup::Fingerprints;
use names::Names;
use settings::Settings;

pub use certificate::{Certificate, Fingerprint};
pub use export::Encoding;
pub use names::NamesTooLong;
pub(crate) use signatures::{SignatureDigest, Signatures};
pub(crate) use truncate::Mark;

/// Trusted certificates without duplicates, in the order of loading.
#[derive(Clone, Default)]
pub struct TrustStore {
    limits: Limits,
    key: Key,
    /// All certificates in DER, without gaps.
    der: Vec<u8>,
    entries: Vec<Entry>,
    by_der: Index,
    by_subject: Index,
    names: Names,
    /// The trust settings of the few certificates that have any, by position in the store.
    settings: BTreeMap<usize, Settings>,
    /// The index by key identifier, built on first use and updated from then on.
    by_key_id: OnceLock<Index>,
    /// Built on first use and updated from then on, like [`by_key_id`](Self::by_key_id).
    fingerprints: OnceLock<Fingerprints>,
    signatures: Signatures,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    end: u32,
    layout: Layout,
}

/// The result of adding a certificate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Added {
    /// The certificate is new to the store.
    New {
        /// Whether its serial number is zero or negative.
        non_positive_serial: bool,
        /// Whether its subject fits into the list of names.
        is_listed: bool,
    },
    /// The certificate was already in the store, byte for byte.
    Duplicate,
}

impl TrustStore {
    /// Creates an empty store with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty store with these limits.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Returns the limits of the store.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    getters! {
        (&self)
        /// The number of certificates.
        len: usize = self.entries.len();
        /// Whether the store is empty.
        is_empty: bool = self.entries.is_empty();
        /// The total length of all DER certificates in bytes.
        total: usize = self.der.len();
    }

    /// Returns whether any certificate is trusted only for some purposes.
    pub(crate) fn has_settings(&self) -> bool {
        !self.settings.is_empty()
    }

    /// Returns the cache of verified signatures.
    pub(crate) const fn signatures(&self) -> &Signatures {
        &self.signatures
    }

    /// Clears the cache of verified signatures, so that each signature is verified again. The cache
    /// holds the digests of up to 512 signatures; a copy of a store starts with an empty cache.
    pub fn forget_signatures(&self) {
        self.signatures.forget();
    }

    /// Returns the certificate at a position, counted from 0 in the order of loading.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<Certificate<'_>> {
        let entry = self.entries.get(position)?;
        let settings = self.settings.get(&position);
        Some(Certificate::new(self.bytes(entry), &entry.layout, position, settings))
    }

    /// Returns all certificates in the order of loading.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { store: self, next: 0 }
    }

    /// Adds one DER certificate, in time that depends only on its length.
    ///
    /// # Errors
    /// [`Reason::Der`], [`Reason::Trailing`], [`Reason::Format`], [`Reason::CertificateTooLong`],
    /// [`Reason::StoreFull`] or [`Reason::OutOfMemory`]; the store is then unchanged.
    pub fn add(&mut self, der: &[u8]) -> Result<Added, Reason> {
        self.room(der.len())?;
        let start = self.der.len();
        self.der.extend_from_slice(der);
        self.index_tail(start)
    }

    /// Adds one certificate in base64 without blanks; `None` if the text is not base64.
    pub(crate) fn add_base64(&mut self, text: &[u8]) -> Option<Result<Added, Reason>> {
        let len = base64_simd::STANDARD.decoded_length(text).ok()?;
        if let Err(reason) = self.room(len) {
            // Invalid base64 is reported as such even if the text is too long.
            return base64_simd::STANDARD.check(text).is_ok().then_some(Err(reason));
        }
        let start = self.der.len();
        base64_simd::STANDARD.decode_append(text, &mut self.der).ok()?;
        Some(self.index_tail(start))
    }

    /// Adds one certificate and its optional trust settings, in base64 without blanks. Returns
    /// `None` if the text is not base64. The settings apply even if the store already contains the
    /// certificate; if it already has settings, the stricter settings apply.
    pub(crate) fn add_trusted(&mut self, text: &[u8]) -> Option<Result<Added, Reason>> {
        let len = base64_simd::STANDARD.decoded_length(text).ok()?;
        if len > self.limits.certificate {
            let is_base64 = base64_simd::STANDARD.check(text).is_ok();
            return is_base64.then_some(Err(Reason::CertificateTooLong(self.limits.certificate)));
        }
        let bytes = base64_simd::STANDARD.decode_to_vec(text).ok()?;
        let (der, trailer) = match der::split_first(&bytes) {
            Some(parts) => parts,
            None => (bytes.as_slice(), &[][..]),
        };
        let Some(settings) = Settings::read(trailer) else { return Some(Err(Reason::Trailer)) };
        Some(self.add_with(der, settings))
    }

    fn add_with(&mut self, der: &[u8], settings: Settings) -> Result<Added, Reason> {
        let added = self.add(der)?;
        if !settings.are_void()
            && let Some(position) = self.position_of(der)
        {
            let own = self.settings.remove(&position).unwrap_or_default();
            self.settings.insert(position, own.and(settings));
        }
        Ok(added)
    }

    /// Reserves room for PEM text of this length if memory is available; otherwise the store grows
    /// as needed.
    pub(crate) fn reserve(&mut self, pem: usize) {
        /// The PEM length of a short certificate, with a P-256 key.
        const SHORT: usize = 560;
        /// The length of a typical name.
        const NAME: usize = 96;
        let certificates = pem / SHORT + 1;
        let _ = self.try_reserve(pem / 4 * 3, certificates, certificates.saturating_mul(NAME));
    }

    /// Reserves room for certificates and names of these total lengths.
    fn try_reserve(
        &mut self,
        bytes: usize,
        certificates: usize,
        names: usize,
    ) -> Result<(), TryReserveError> {
        self.der.try_reserve(bytes)?;
        self.entries.try_reserve(certificates)?;
        self.by_der.try_reserve(certificates)?;
        self.by_subject.try_reserve(certificates)?;
        self.names.try_reserve(names)
    }

    /// Reserves room for one more certificate, so that adding it cannot fail midway.
    fn room(&mut self, len: usize) -> Result<(), Reason> {
        if len > self.limits.certificate {
            return Err(Reason::CertificateTooLong(self.limits.certificate));
        }
        let has_room = self.entries.len() < self.limits.certificates as usize
            && self.der.len().saturating_add(len) <= self.limits.total as usize;
        if !has_room {
            return Err(Reason::StoreFull);
        }
        // The list fits too: a certificate is longer than its subject by more bytes than the list's
        // length fields need.
        self.try_reserve(len, 1, len).map_err(|_| Reason::OutOfMemory)
    }

    /// Makes the bytes after `start` a certificate of the store, or removes these bytes.
    fn index_tail(&mut self, start: usize) -> Result<Added, Reason> {
        let added = self.try_index_tail(start);
        if matches!(added, Ok(Added::New { .. })) {
            return added;
        }
        let format = || Format::of_der(self.der.get(start..).unwrap_or_default());
        let added = added.map_err(|reason| match reason {
            Reason::Der(_) | Reason::Trailing(_) => format().map_or(reason, Reason::Format),
            _ => reason,
        });
        self.der.truncate(start);
        added
    }

    fn try_index_tail(&mut self, start: usize) -> Result<Added, Reason> {
        let (before, der) = self.der.split_at(start);
        let layout = der::layout(der)?;
        let subject = layout.subject.of(der);
        // Both hashes are computed before the first look-up, so that the memory accesses overlap.
        let (hash, subject_hash) = (self.key.hash(der), self.key.hash(subject));
        let is_same = |other: u32| entry_bytes(before, &self.entries, other) == der;
        if self.by_der.newest(hash, is_same).is_some() {
            return Ok(Added::Duplicate);
        }
        let number = self.entries.len() as u32;
        self.by_der.push(number, hash, |_| false);
        let is_same = |other: u32| subject_bytes(before, &self.entries, other) == subject;
        let is_new_name = self.by_subject.push(number, subject_hash, is_same);
        let is_listed = !is_new_name || self.names.push(subject);
        let non_positive_serial = der::is_non_positive(layout.serial.of(der));
        self.entries.push(Entry { start: start as u32, end: self.der.len() as u32, layout });
        self.follow();
        Ok(Added::New { non_positive_serial, is_listed })
    }

    fn bytes(&self, entry: &Entry) -> &[u8] {
        self.der.get(entry.start as usize..entry.end as usize).unwrap_or_default()
    }
}

/// Returns the bytes of certificate `number` in `der`.
#[inline]
fn entry_bytes<'a>(der: &'a [u8], entries: &[Entry], number: u32) -> &'a [u8] {
    let entry = entries.get(number as usize);
    entry.and_then(|e| der.get(e.start as usize..e.end as usize)).unwrap_or_default()
}

/// Returns the subject of certificate `number` in `der`.
#[inline]
fn subject_bytes<'a>(der: &'a [u8], entries: &[Entry], number: u32) -> &'a [u8] {
    let layout = entries.get(number as usize).map(|entry| entry.layout).unwrap_or_default();
    layout.subject.of(entry_bytes(der, entries, number))
}

impl fmt::Debug for TrustStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrustStore").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// Iterates over the certificates of a store in the order of loading.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    store: &'a TrustStore,
    next: usize,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Certificate<'a>;

    fn next(&mut self) -> Option<Certificate<'a>> {
        let certificate = self.store.get(self.next)?;
        self.next += 1;
        Some(certificate)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.store.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a TrustStore {
    type Item = Certificate<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
