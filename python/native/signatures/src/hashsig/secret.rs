//! The secrets of one-time keys, used by the Python classes and by work for executors.

use quicksalt_hashsig::Result;
use quicksalt_hashsig::czd0::{Contexts, Key, OneTimeSigningKey, Params};

/// The secret components of a one-time key.
pub(super) struct OneTimeSecret {
    pub(super) params: Params,
    pub(super) levelsalt: Vec<u8>,
    pub(super) key: Key,
    pub(super) startno: u64,
    pub(super) contexts: Contexts,
}

impl OneTimeSecret {
    pub(super) fn key(&self) -> Result<OneTimeSigningKey> {
        let Self { params, levelsalt, key, startno, contexts } = self;
        OneTimeSigningKey::new(*params, levelsalt, key.clone(), *startno, *contexts)
    }
}
