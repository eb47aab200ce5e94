//! Recovers a store from a copy, and detects that the original still exists at its path.

use alloc::borrow::ToOwned;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::allocation::Recovery;
use super::disk::Disk;
use super::error::{Error, Result};
use super::file::{FileStore, Opening};
use super::seal::Sealer;
use super::state::{Marks, Origin, RECOVERIES_MAX};

impl<D: Disk> FileStore<D> {
    /// Opens a copy or a restored backup, which may contain an old state, and turns it into the
    /// store.
    ///
    /// An allocation with at least [`super::RANDOM_LEAST`] free indices continues in a block drawn
    /// at random, so the same copy may be recovered repeatedly. A smaller allocation continues past
    /// the indices that `recovery` names. The root continues no lower than
    /// [`Opening::known_minimum`]. Allocations that were made after the copy are lost. Their
    /// indices are among the indices that the root skips.
    ///
    /// # Errors
    /// [`Error::OtherKey`] if `recovery` belongs to another key; [`Error::Skip`] if `recovery`
    /// skips less than the largest reservation so far; [`Error::Unbounded`] if it gives no bound
    /// for an allocation with too few indices for a random block; [`Error::Original`] if the
    /// original still exists; unless the disk is trusted, [`Error::KeepsReplaced`]; the errors of
    /// [`Self::open_on`] except [`Error::Copied`], [`Error::Moved`], [`Error::Behind`] and
    /// [`Error::OldSurvives`].
    pub fn recover_on(
        disk: D,
        path: &Path,
        opening: &Opening<'_>,
        recovery: &Recovery<'_>,
    ) -> Result<Self> {
        let (mut store, origin) = Self::load(disk, path, opening.secret)?;
        if let Some(original) = store.original(&origin) {
            let (path, original) = (store.paths.path.clone(), original.to_owned());
            return Err(Error::Original { path, original });
        }
        if let Some(known) = store.state.identity
            && recovery.identity.is_some_and(|identity| identity != known)
        {
            return Err(Error::OtherKey(store.paths.path.clone()));
        }
        let mut next = store.state.clone();
        next.ledger.recover(recovery, store.state.largest)?;
        if next.recovered.len() == RECOVERIES_MAX {
            next.recovered.remove(0);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        next.recovered.push(now.map_or(0, |since| since.as_secs()));
        next.ledger.raise("", opening.known_minimum.index)?;
        next.epoch = next.epoch.max(opening.known_minimum.epoch.saturating_sub(1));
        next.marks = Marks {
            trusts_disk: next.marks.trusts_disk || opening.trust_disk,
            old_survives: false,
        };
        store.check_disk(next.marks)?;
        store.commit(next)?;
        Ok(store)
    }

    /// Returns the times of recoveries by [`Self::recover_on`], in seconds since 1970, ascending.
    #[must_use]
    pub fn recovered(&self) -> &[u64] {
        &self.state.recovered
    }

    /// Returns the path at which this file was written, if a different file of the same store is
    /// there.
    pub(super) fn original<'a>(&self, origin: &'a Origin) -> Option<&'a Path> {
        let path = origin.path().filter(|path| *path != self.paths.path)?;
        let file = self.disk.open(path).ok()?;
        let metadata = self.disk.metadata(&file).ok()?;
        if metadata.is_same_file(&self.held) {
            return None;
        }
        let header = self.disk.read(&file, Sealer::HEADER_LEN.min(metadata.len as usize)).ok()?;
        self.sealer.is_of_the_same(&header).then_some(path)
    }
}
