//! Look-ups in time independent of the size of the store.

use alloc::vec::Vec;

use quicksalt::interrupt;

use super::certificate::{Fingerprint, fingerprint};
use super::index::Index;
use super::{Certificate, TrustStore, entry_bytes, subject_bytes};
use crate::error::{Error, Result};

/// The fingerprints of all certificates, and an index by fingerprint.
#[derive(Clone, Debug, Default)]
pub(super) struct Fingerprints {
    digests: Vec<Fingerprint>,
    index: Index,
}

impl Fingerprints {
    fn try_reserve(&mut self, more: usize) -> Result<()> {
        let reserved = self.digests.try_reserve(more).and_then(|()| self.index.try_reserve(more));
        reserved.map_err(|error| Error::Primitive(error.into()))
    }
}

impl TrustStore {
    /// Returns the certificates with this subject, a DER Name compared byte for byte, newest first.
    pub fn by_subject<'a>(
        &'a self,
        name: &[u8],
    ) -> impl Iterator<Item = Certificate<'a>> + use<'a> {
        let is_same = |other: u32| subject_bytes(&self.der, &self.entries, other) == name;
        let newest = self.by_subject.newest(self.key.hash(name), is_same);
        self.by_subject.from(newest).filter_map(|number| self.get(number as usize))
    }

    /// Returns the position of exactly this certificate.
    #[must_use]
    pub fn position_of(&self, der: &[u8]) -> Option<usize> {
        let is_same = |other: u32| entry_bytes(&self.der, &self.entries, other) == der;
        let found = self.by_der.newest(self.key.hash(der), is_same);
        found.map(|number| number as usize)
    }

    /// Returns the certificates with this subject key identifier (RFC 5280 section 4.2.1.2), newest
    /// first. The first such look-up indexes the whole store. Without memory for the index, each
    /// look-up searches the whole store.
    pub fn by_key_id<'a>(&'a self, key_id: &'a [u8]) -> impl Iterator<Item = Certificate<'a>> {
        let is_same = move |other: u32| !key_id.is_empty() && self.key_id(other) == key_id;
        let index = self.key_ids();
        let indexed = index.map(|index| index.from(index.newest(self.key.hash(key_id), is_same)));
        let others = if index.is_some() { 0 } else { self.len() as u32 };
        let others = (0..others).rev().filter(move |&number| is_same(number));
        let found = indexed.into_iter().flatten().chain(others);
        found.filter_map(|number| self.get(number as usize))
    }

    /// Returns the certificate with this SHA-256 fingerprint. The first such look-up hashes the
    /// whole store.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of SHA-256 passes its self-test, memory for the digests
    /// is exhausted, or the work is interrupted ([`interrupt::while_wanted`]).
    pub fn by_fingerprint(&self, fingerprint: &Fingerprint) -> Result<Option<Certificate<'_>>> {
        let Fingerprints { digests, index } = match self.fingerprints.get() {
            Some(fingerprints) => fingerprints,
            None => {
                let fingerprints = self.hash_all()?;
                self.fingerprints.get_or_init(|| fingerprints)
            }
        };
        let is_same = |other: u32| digests.get(other as usize) == Some(fingerprint);
        let number = index.newest(self.key.hash(fingerprint), is_same);
        Ok(number.and_then(|number| self.get(number as usize)))
    }

    /// Returns the index by key identifier; `None` if memory is exhausted.
    fn key_ids(&self) -> Option<&Index> {
        if let Some(index) = self.by_key_id.get() {
            return Some(index);
        }
        let mut index = Index::default();
        index.try_reserve(self.len()).ok()?;
        (0..self.len() as u32).for_each(|number| self.push_key_id(&mut index, number));
        Some(self.by_key_id.get_or_init(|| index))
    }

    fn hash_all(&self) -> Result<Fingerprints> {
        let mut fingerprints = Fingerprints::default();
        fingerprints.try_reserve(self.len())?;
        for number in 0..self.len() as u32 {
            interrupt::check().map_err(Error::Primitive)?;
            self.push_fingerprint(&mut fingerprints, number)?;
        }
        Ok(fingerprints)
    }

    /// Adds the newest certificate to the indexes that exist.
    pub(super) fn follow(&mut self) {
        let Some(number) = self.entries.len().checked_sub(1) else { return };
        // Without memory for another entry, the next look-up builds the index again.
        if let Some(mut index) = self.by_key_id.take()
            && index.try_reserve(1).is_ok()
        {
            self.push_key_id(&mut index, number as u32);
            self.by_key_id = index.into();
        }
        if let Some(mut fingerprints) = self.fingerprints.take()
            && fingerprints.try_reserve(1).is_ok()
            && self.push_fingerprint(&mut fingerprints, number as u32).is_ok()
        {
            self.fingerprints = fingerprints.into();
        }
    }

    fn key_id(&self, number: u32) -> &[u8] {
        self.get(number as usize).and_then(|c| c.key_id()).unwrap_or_default()
    }

    fn push_key_id(&self, index: &mut Index, number: u32) {
        match self.key_id(number) {
            [] => index.push_without(),
            key_id => {
                index.push(number, self.key.hash(key_id), |other| self.key_id(other) == key_id);
            }
        }
    }

    fn push_fingerprint(&self, fingerprints: &mut Fingerprints, number: u32) -> Result<()> {
        let digest = fingerprint(entry_bytes(&self.der, &self.entries, number))?;
        fingerprints.digests.push(digest);
        fingerprints.index.push(number, self.key.hash(&digest), |_| false);
        Ok(())
    }
}
