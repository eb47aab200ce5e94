//! Level keys, which are trees of one-time keys, for recovery.

mod layouts;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::kdf::{self, Contexts, Key, Purpose};
use super::onetime::{ChainStarts, OneTimeSigningKey};
use super::params::LevelParams;
use crate::error::{Error, Result};
use crate::hash::keyed;

/// The layout of a level: the index at which its one-time keys begin.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Layout {
    /// coinzdense's `LevelKey`: key k begins at index `wen3index` + 2 + k * (pairs + 2).
    #[default]
    LevelKey,
    /// The recovery tool hiveqdpr 0.4.0: key k begins at index `wen3index` + 1 + k * (pairs + 2).
    RecoveryTool,
}

impl Layout {
    /// Both layouts, for a recovery that must try each.
    pub const ALL: [Self; 2] = [Self::LevelKey, Self::RecoveryTool];

    /// Returns the name of the layout.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LevelKey => "level-key",
            Self::RecoveryTool => "recovery-tool",
        }
    }

    /// Returns the offset of the first one-time key from `wen3index`.
    const fn first(self) -> u64 {
        match self {
            Self::LevelKey => 2,
            Self::RecoveryTool => 1,
        }
    }
}

/// A level key. A level key recomputes the public key of a secret, for comparison with a published
/// public key, and refuses to sign.
pub struct LevelKey {
    params: LevelParams,
    levelsalt: Vec<u8>,
    seedkey: Key,
    wen3index: u64,
    contexts: Contexts,
    layout: Layout,
}

shows!(LevelKey: params);

/// The reason why a level key does not sign.
const UNSAFE: &str = "a coinZdense level key must not sign: its one-time keys share secrets, so \
    a few signatures let anyone forge others; use it only to verify and recover, and sign with \
    another scheme";

impl LevelKey {
    /// Creates the level with indices from `wen3index` on.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the indices would exceed 2^64 - 1; [`Error::Primitive`] if no
    /// candidate of BLAKE2b is usable.
    pub fn new(
        params: LevelParams,
        seedkey: Key,
        wen3index: u64,
        contexts: Contexts,
        layout: Layout,
    ) -> Result<Self> {
        // An upper bound, for both layouts, on the last index of the last one-time key.
        let pairs = params.one_time().pairs() as u64;
        let extent = u64::from(params.leaves()) * (pairs + 2) + 2 * pairs;
        let expected = "small enough for the last index of the level to fit in 64 bits";
        Error::require(wen3index.checked_add(extent).is_some(), "wen3index", expected, wen3index)?;
        let mut levelsalt = vec![0; params.one_time().hashlen()];
        kdf::derive(&mut levelsalt, &seedkey, contexts, Purpose::LevelSalt, wen3index)?;
        Ok(Self { params, levelsalt, seedkey, wen3index, contexts, layout })
    }

    getters! {
        (const &self)
        /// The sizes.
        params: LevelParams = self.params;
        /// The salt of the whole level.
        levelsalt: &[u8] = self.levelsalt.as_slice();
        /// The encoding of contexts.
        contexts: Contexts = self.contexts;
        /// The layout of the one-time keys.
        layout: Layout = self.layout;
    }

    /// Returns the result of coinzdense's `get_nonce` for a one-time key. That result is not the
    /// nonce in a signature.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range; [`Error::Primitive`] if no candidate of
    /// BLAKE2b is usable.
    pub fn nonce(&self, index: u32) -> Result<Vec<u8>> {
        let at = self.offset(index)? + self.wen3index + 1;
        let mut nonce = vec![0; self.levelsalt.len()];
        kdf::derive(&mut nonce, &self.seedkey, self.contexts, Purpose::LevelSalt, at)?;
        Ok(nonce)
    }

    /// Returns the secret chain starts of a range of one-time keys, for example for a worker
    /// process.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the range is out of bounds; [`Error::Primitive`] if no candidate of
    /// BLAKE2b is usable.
    pub fn chain_starts(&self, range: Range<u32>) -> Result<Vec<ChainStarts>> {
        range.map(|index| self.one_time_key(index)?.chain_starts()).collect()
    }

    /// Computes the public keys of a range of one-time keys.
    ///
    /// # Errors
    /// Same errors as [`Self::chain_starts`].
    pub fn one_time_public_keys(&self, range: Range<u32>) -> Result<Vec<Vec<u8>>> {
        ChainStarts::public_keys(&self.chain_starts(range)?)
    }

    /// Computes the public key of the level from the public keys of all its one-time keys.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the number or the length of the keys is wrong; [`Error::Primitive`]
    /// if no candidate of BLAKE2b is usable.
    pub fn root(&self, one_time_public_keys: &[Vec<u8>]) -> Result<Vec<u8>> {
        let (n, count) = (self.levelsalt.len(), self.params.leaves() as usize);
        let is_odd = |key: &Vec<u8>| key.len() != n;
        if one_time_public_keys.len() != count || one_time_public_keys.iter().any(is_odd) {
            let expected = "a key of hashlen bytes for each one-time key of the level";
            return Err(Error::Malformed { what: "public keys of a level", expected });
        }
        let mut row = one_time_public_keys.concat();
        while row.len() > n {
            let pairs = row.chunks_exact(2 * n);
            let above = pairs.map(|pair| keyed::digest(n, &self.levelsalt, &[pair]));
            row = above.collect::<Result<Vec<_>>>()?.concat();
        }
        Ok(row)
    }

    /// Computes the public key of the level. The time grows with the size of the level.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn public_key(&self) -> Result<Vec<u8>> {
        self.root(&self.one_time_public_keys(0..self.params.leaves())?)
    }

    /// Always refuses to sign.
    ///
    /// # Errors
    /// [`Error::Unsafe`], always.
    pub fn sign_hash(&self, _digest: &[u8], _index: u32) -> Result<Vec<u8>> {
        Err(Error::Unsafe(UNSAFE))
    }

    /// Always refuses to sign.
    ///
    /// # Errors
    /// [`Error::Unsafe`], always.
    pub fn sign_data(&self, _message: &[u8], _index: u32) -> Result<Vec<u8>> {
        Err(Error::Unsafe(UNSAFE))
    }

    /// Returns a one-time key of the level, which must not sign.
    fn one_time_key(&self, index: u32) -> Result<OneTimeSigningKey> {
        let startno = self.wen3index + self.layout.first() + self.offset(index)?;
        let (params, key) = (self.params.one_time(), self.seedkey.clone());
        OneTimeSigningKey::new(params, &self.levelsalt, key, startno, self.contexts)
    }

    fn offset(&self, index: u32) -> Result<u64> {
        if index >= self.params.leaves() {
            return Err(Error::Exhausted);
        }
        Ok(u64::from(index) * (self.params.one_time().pairs() as u64 + 2))
    }
}
