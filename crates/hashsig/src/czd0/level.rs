//! Level keys: trees of one-time keys, for recovery.

mod layouts;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::kdf::{self, Contexts, Key, Purpose};
use super::onetime::{ChainStarts, OneTimeSigningKey};
use super::params::LevelParams;
use crate::error::{Error, Result};
use crate::hash::keyed;

/// Where the one-time keys of a level begin.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Layout {
    /// As coinzdense's `LevelKey` has it: key k from `wen3index` + 2 + k * (pairs + 2) on.
    #[default]
    LevelKey,
    /// As the recovery tool hiveqdpr 0.4.0 has it: key k from `wen3index` + 1 + k * (pairs + 2) on.
    RecoveryTool,
}

impl Layout {
    /// Both, for a recovery that has to try.
    pub const ALL: [Self; 2] = [Self::LevelKey, Self::RecoveryTool];

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LevelKey => "level-key",
            Self::RecoveryTool => "recovery-tool",
        }
    }

    /// Where the first one-time key begins, from `wen3index` on.
    const fn first(self) -> u64 {
        match self {
            Self::LevelKey => 2,
            Self::RecoveryTool => 1,
        }
    }
}

/// A level key. It recovers the public key that belongs to a secret, in order to compare it with a
/// published one, and refuses to sign.
pub struct LevelKey {
    params: LevelParams,
    levelsalt: Vec<u8>,
    seedkey: Key,
    wen3index: u64,
    contexts: Contexts,
    layout: Layout,
}

shows!(LevelKey: params);

/// Why a level key does not sign.
const UNSAFE: &str = "a coinZdense level key must not sign: its one-time keys share secrets, so \
    that a few signatures let anybody forge; verify and recover with it, and sign with another \
    scheme";

impl LevelKey {
    /// The level whose indices begin at `wen3index`.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the indices would go beyond 2^64 - 1; [`Error::Primitive`] if
    /// BLAKE2b has no usable candidate.
    pub fn new(
        params: LevelParams,
        seedkey: Key,
        wen3index: u64,
        contexts: Contexts,
        layout: Layout,
    ) -> Result<Self> {
        // Whatever the layout, the last index of the last one-time key is at most this.
        let pairs = params.one_time().pairs() as u64;
        let extent = u64::from(params.leaves()) * (pairs + 2) + 2 * pairs;
        let expected = "so small that the last index of the level fits in 64 bits";
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
        /// Where the one-time keys begin.
        layout: Layout = self.layout;
    }

    /// What coinzdense's `get_nonce` gives for a one-time key. It is not the nonce that a
    /// signature holds.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if there is no such key; [`Error::Primitive`] if BLAKE2b has no usable
    /// candidate.
    pub fn nonce(&self, index: u32) -> Result<Vec<u8>> {
        let at = self.offset(index)? + self.wen3index + 1;
        let mut nonce = vec![0; self.levelsalt.len()];
        kdf::derive(&mut nonce, &self.seedkey, self.contexts, Purpose::LevelSalt, at)?;
        Ok(nonce)
    }

    /// The secrets of a range of one-time keys, as work for somebody else.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the range goes beyond the last; [`Error::Primitive`] if BLAKE2b has
    /// no usable candidate.
    pub fn chain_starts(&self, range: Range<u32>) -> Result<Vec<ChainStarts>> {
        range.map(|index| self.one_time_key(index)?.chain_starts()).collect()
    }

    /// The public keys of a range of one-time keys.
    ///
    /// # Errors
    /// As [`Self::chain_starts`].
    pub fn one_time_public_keys(&self, range: Range<u32>) -> Result<Vec<Vec<u8>>> {
        ChainStarts::public_keys(&self.chain_starts(range)?)
    }

    /// The public key of the level, out of those of all its one-time keys.
    ///
    /// # Errors
    /// [`Error::Malformed`] if there are not as many as the level has or one has another length;
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
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

    /// The public key of the level. This takes as long as the level is large.
    ///
    /// # Errors
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn public_key(&self) -> Result<Vec<u8>> {
        self.root(&self.one_time_public_keys(0..self.params.leaves())?)
    }

    /// Refuses.
    ///
    /// # Errors
    /// [`Error::Unsafe`], always.
    pub fn sign_hash(&self, _digest: &[u8], _index: u32) -> Result<Vec<u8>> {
        Err(Error::Unsafe(UNSAFE))
    }

    /// Refuses.
    ///
    /// # Errors
    /// [`Error::Unsafe`], always.
    pub fn sign_data(&self, _message: &[u8], _index: u32) -> Result<Vec<u8>> {
        Err(Error::Unsafe(UNSAFE))
    }

    /// A one-time key of the level, which may do anything but sign.
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
