//! A table of the stores that a process holds.
//!
//! This table complements the file lock, which some file systems ignore: it detects two copies of
//! one store in one process, and remembers a store after a disk failure.

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{LazyLock, Mutex, MutexGuard, TryLockError};
use std::thread;

use crate::fork::Process;

/// The identifier of a store: random bytes drawn at creation.
pub(super) type StoreId = [u8; 16];

/// The stores that a process holds.
#[derive(Clone, Debug, Default)]
pub struct Registry(Arc<Mutex<Vec<Entry>>>);

#[derive(Debug)]
struct Entry {
    id: StoreId,
    process: Process,
    has_failed: bool,
}

/// The reason why a store cannot be claimed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Refusal {
    Failed,
    Held,
}

/// A store held by this process until the claim is dropped.
#[derive(Debug)]
pub(super) struct Claim {
    registry: Registry,
    id: StoreId,
}

impl Registry {
    /// Returns the table of this process.
    #[must_use]
    pub fn of_process() -> &'static Self {
        static OURS: LazyLock<Registry> = LazyLock::new(Registry::default);
        &OURS
    }

    /// Claims a store for the process. Ignores entries that were inherited from ancestor processes,
    /// because the file lock covers these stores.
    pub(super) fn claim(&self, id: StoreId, process: Process) -> Result<Claim, Refusal> {
        // If the table cannot be locked, the store may already be held, so the claim is refused.
        let mut entries = self.entries().ok_or(Refusal::Held)?;
        entries.retain(|entry| entry.process == process);
        if let Some(entry) = entries.iter().find(|entry| entry.id == id) {
            return Err(if entry.has_failed { Refusal::Failed } else { Refusal::Held });
        }
        entries.push(Entry { id, process, has_failed: false });
        Ok(Claim { registry: self.clone(), id })
    }

    /// Locks the table. Threads hold the lock only for a look-up. A child that is forked during the
    /// look-up inherits a lock that is never released, so the number of attempts is limited.
    fn entries(&self) -> Option<MutexGuard<'_, Vec<Entry>>> {
        for _ in 0..10_000 {
            match self.0.try_lock() {
                Ok(entries) => return Some(entries),
                Err(TryLockError::Poisoned(entries)) => return Some(entries.into_inner()),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        None
    }
}

impl Claim {
    /// Records, until the process ends, that the store's disk failed.
    pub(super) fn fail(&self) {
        if let Some(mut entries) = self.registry.entries() {
            for entry in entries.iter_mut().filter(|entry| entry.id == self.id) {
                entry.has_failed = true;
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(mut entries) = self.registry.entries() {
            entries.retain(|entry| entry.id != self.id || entry.has_failed);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Refusal, Registry};
    use crate::fork::Process;

    const PROCESS: Process = Process::simulated(7);

    #[test]
    fn a_store_is_held_once_until_it_is_dropped() {
        let registry = Registry::default();
        let claim = registry.claim([1; 16], PROCESS).unwrap();
        assert_eq!(registry.claim([1; 16], PROCESS).unwrap_err(), Refusal::Held);
        let other = registry.claim([2; 16], PROCESS).unwrap();
        drop(claim);
        assert!(registry.claim([1; 16], PROCESS).is_ok());
        other.fail();
        drop(other);
        assert_eq!(registry.claim([2; 16], PROCESS).unwrap_err(), Refusal::Failed);
    }

    #[test]
    fn claims_of_an_ancestor_are_ignored() {
        let registry = Registry::default();
        let _claim = registry.claim([1; 16], PROCESS).unwrap();
        let child = Process::simulated(8);
        assert!(registry.claim([1; 16], child).is_ok());
    }
}
