//! Derives keys as coinzdense and the recovery tool hiveqdpr do.
//!
//! Neither program records the operating system on which it ran, and a key does not show which
//! program made it. Recovery therefore tries all encodings of contexts and both layouts.

use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use crate::czd0::{Contexts, Key, Layout, LevelKey, LevelParams, OneTimeSigningKey, Params};
use crate::error::{Error, Result};

/// The bits per digit in hiveqdpr's one-time key.
pub const DISASTER_OTSBITS: usize = 12;

/// The first index of hiveqdpr's one-time key.
const DISASTER_STARTNO: u64 = 1;

/// The number of one-time keys computed per step.
const STEP: u32 = 64;

const UNLIKE: Error = Error::Unrecovered(
    "no derived key is the published one: check account, role and password letter by \
     letter, the published text, and hashlen, otsbits and height; the role is part of the \
     derivation (hiveqdpr: disaster for its QRK key, czdowner or czdactive for a CZD key)",
);

/// Derives hiveqdpr's one-time key (with 24-byte hashes and [`DISASTER_OTSBITS`]) from a secret and
/// checks it against the published public key. The key may sign only if it has never signed.
///
/// # Errors
/// [`Error::Unrecovered`] if no encoding of contexts gives this public key; [`Error::Parameter`] if
/// `published` is not `hashlen` bytes long; [`Error::Primitive`] if no candidate of BLAKE2b is
/// usable.
pub fn disaster_key(params: Params, secret: &Key, published: &[u8]) -> Result<OneTimeSigningKey> {
    params.check_len("published", published)?;
    for contexts in Contexts::ALL {
        let key = OneTimeSigningKey::of_level(params, secret, DISASTER_STARTNO, contexts)?;
        if key.public_key()?.ct_eq(published).into() {
            return Ok(key);
        }
    }
    Err(UNLIKE)
}

/// A search for a level key by its public key, in steps of some milliseconds.
pub struct LevelSearch {
    params: LevelParams,
    secret: Key,
    wen3index: u64,
    published: Vec<u8>,
    /// The encodings that remain to be tried, in reverse order.
    contexts: Vec<Contexts>,
    /// The public keys of the one-time keys computed so far under the current encoding, for each
    /// layout.
    rows: [Vec<Vec<u8>>; Layout::ALL.len()],
}

shows!(LevelSearch: params);

impl LevelSearch {
    /// Creates a search for the level of a secret with indices from `wen3index` on.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `published` is not `hashlen` bytes long, or the indices would go
    /// beyond 2^64 - 1; [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn new(params: LevelParams, secret: Key, wen3index: u64, published: &[u8]) -> Result<Self> {
        params.one_time().check_len("published", published)?;
        let contexts = Contexts::ALL.into_iter().rev().collect();
        let (published, rows) = (published.to_vec(), Default::default());
        let search = Self { params, secret, wen3index, published, contexts, rows };
        search.level(Contexts::Linux, Layout::LevelKey)?;
        Ok(search)
    }

    /// Continues the search; returns the key once found.
    ///
    /// # Errors
    /// [`Error::Unrecovered`] if the search is exhausted; [`Error::Primitive`] if no candidate of
    /// BLAKE2b is usable.
    pub fn step(&mut self) -> Result<Option<LevelKey>> {
        let &contexts = self.contexts.last().ok_or(UNLIKE)?;
        let first = self.rows[0].len() as u32;
        let leaves = self.params.leaves();
        let level = self.level(contexts, Layout::LevelKey)?;
        let found = level.of_both_layouts(first..leaves.min(first + STEP))?;
        for (row, found) in self.rows.iter_mut().zip(found) {
            row.extend(found);
        }
        if self.rows[0].len() < leaves as usize {
            return Ok(None);
        }
        for (layout, row) in Layout::ALL.into_iter().zip(core::mem::take(&mut self.rows)) {
            if level.root(&row)?.ct_eq(&self.published).into() {
                return Ok(Some(self.level(contexts, layout)?));
            }
        }
        self.contexts.pop();
        if self.contexts.is_empty() { Err(UNLIKE) } else { Ok(None) }
    }

    /// Completes the search.
    ///
    /// # Errors
    /// Same errors as [`Self::step`].
    pub fn finish(mut self) -> Result<LevelKey> {
        loop {
            if let Some(key) = self.step()? {
                return Ok(key);
            }
        }
    }

    /// Returns the completed fraction of the search, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let each = self.params.leaves() as usize;
        let tried = (Contexts::ALL.len() - self.contexts.len()) * each + self.rows[0].len();
        tried as f64 / (Contexts::ALL.len() * each) as f64
    }

    fn level(&self, contexts: Contexts, layout: Layout) -> Result<LevelKey> {
        LevelKey::new(self.params, self.secret.clone(), self.wen3index, contexts, layout)
    }
}
