//! Divides the indices of a key into named allocations that never overlap.
//!
//! A [`KeySpace`] shares a store that has a ledger. An allocation is a named reservation: it
//! receives its indices from its parent, durably and permanently, and has its own watermark.
//! [`KeySpace::allocation`] returns a [`Store`] for a single allocation, to be given to a signer
//! that may use only this allocation.
//!
//! A signer on a different machine gets its own seed ([`KeySpace::sub_key`]), which does not reveal
//! the seed of its parent or of its siblings. The key signs a [`Certificate`] for the sub-key and
//! gives up the indices that the sub-key takes over ([`KeySpace::give_up`]); these indices are an
//! input of the sub-key's seed.
//!
//! ```ignore-windows
//! use quicksalt_hashsig::keyspace::KeySpace;
//! use quicksalt_hashsig::store::{FileStore, New, Secret, Store as _};
//!
//! # fn main() -> Result<(), Box<dyn core::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("quicksalt-keyspace-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let new = New {
//!     range: 0..1024,
//!     material: b"",
//!     identity: None,
//!     secret: Secret::Key(&[1; 32]),
//!     cost: Default::default(),
//!     trust_disk: false,
//! };
//! let space = KeySpace::new(FileStore::create(folder.join("state"), &new)?);
//! assert_eq!(space.allocate("builds", 100)?, 0..100);
//! assert_eq!(space.allocate("releases", 10)?, 100..110);
//! let mut releases = space.allocation("releases")?;
//! assert_eq!(releases.reserve(1)?.range(), 100..101);
//! # drop((releases, space));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```
// May import: `store`, `lms`, `error`, `fork`, `reader`.

mod certificate;
mod seed;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, MutexGuard};

pub use certificate::Certificate;
pub use seed::{root_seed, sub_seed};

use quicksalt::Wiped;

use crate::fork::Process;
use crate::store::{AllocatingStore, Error, Reservation, Result, Store, Watermark};

/// The indices of a key, divided among names. Clones share the store.
#[derive(Debug)]
pub struct KeySpace<S> {
    store: Arc<Mutex<S>>,
    process: Process,
}

impl<S> Clone for KeySpace<S> {
    fn clone(&self) -> Self {
        Self { store: Arc::clone(&self.store), process: self.process }
    }
}

impl<S: AllocatingStore> KeySpace<S> {
    /// Creates a key space over a store that this process holds.
    pub fn new(store: S) -> Self {
        Self { store: Arc::new(Mutex::new(store)), process: Process::current() }
    }

    /// Allocates the next `count` indices of the key to a new name.
    ///
    /// # Errors
    /// Same errors as [`AllocatingStore::allocate`].
    pub fn allocate(&self, name: &str, count: u64) -> Result<Range<u64>> {
        self.split("", name, count)
    }

    /// Allocates the next `count` indices of the allocation `from` to a new name.
    ///
    /// # Errors
    /// Same errors as [`AllocatingStore::allocate`].
    pub fn split(&self, from: &str, name: &str, count: u64) -> Result<Range<u64>> {
        self.store()?.allocate(from, name, count)
    }

    /// Returns the number of free indices of each allocation: first the root (with an empty name),
    /// then the others in order of creation.
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn remaining(&self) -> Result<Vec<(String, u64)>> {
        let store = self.store()?;
        let all =
            core::iter::once(store.ledger().allocation("")?).chain(store.ledger().allocations());
        Ok(all.map(|allocation| (allocation.name().into(), allocation.remaining())).collect())
    }

    /// Returns the digest of all allocations made so far; see
    /// [`crate::store::AllocationLedger::head`].
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn head(&self) -> Result<[u8; 32]> {
        Ok(self.store()?.ledger().head())
    }

    /// Returns a store of a single allocation; the empty name is the root.
    ///
    /// # Errors
    /// [`Error::UnknownName`], [`Error::Forked`].
    pub fn allocation(&self, name: &str) -> Result<AllocationStore<S>> {
        let name = self.store()?.ledger().allocation(name)?.name().into();
        Ok(AllocationStore { space: self.clone(), name })
    }

    /// Derives the seed of a sub-key that takes over all free indices of an allocation, at least
    /// `signatures`, and returns it with the range of these indices. The seed is derived from the
    /// key's seed by [`sub_seed`] along the path from the root to the allocation, and from that
    /// range. No index is used up.
    ///
    /// The caller may hand out the sub-key only after [`Self::give_up`] of the same range. Two
    /// sub-keys then never have the same seed, even after recovery from a backup of the store,
    /// because a recovery skips indices.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if fewer indices are left; [`Error::Name`] for the root, because its
    /// sub-key would be the key itself; [`Error::UnknownName`], [`Error::Forked`],
    /// [`Error::Crypto`].
    pub fn sub_key(
        &self,
        seed: &[u8; 32],
        name: &str,
        signatures: u64,
    ) -> Result<(Wiped<[u8; 32]>, Range<u64>)> {
        let store = self.store()?;
        let path = store.ledger().path(name)?;
        let (allocation, ancestors) = path.split_last().ok_or_else(|| Error::Name(name.into()))?;
        let remaining = allocation.remaining();
        if remaining < signatures.max(1) {
            return Err(Error::Exhausted { name: name.into(), asked: signatures, remaining });
        }
        let mut seed = Wiped::new(*seed);
        for ancestor in ancestors {
            seed = sub_seed(&seed, ancestor.name(), &ancestor.range())?;
        }
        let range = allocation.next()..allocation.range().end;
        Ok((sub_seed(&seed, name, &range)?, range))
    }

    /// Uses up all free indices of an allocation; from now on its sub-key signs instead.
    ///
    /// # Errors
    /// [`Error::Range`] if the range is not exactly the free range; the errors of
    /// [`AllocatingStore::reserve_for`].
    pub fn give_up(&self, name: &str, range: &Range<u64>) -> Result<()> {
        let mut store = self.store()?;
        let allocation = store.ledger().allocation(name)?;
        if *range != (allocation.next()..allocation.range().end) {
            return Err(Error::Range(
                "the allocation was used while its sub-key was made: make the sub-key again",
            ));
        }
        // The reservation is durable after this call; the sub-key signs with these indices instead.
        let _ = store.reserve_for(name, range.end - range.start)?;
        Ok(())
    }

    /// Calls a function with exclusive access to the store.
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn with<T>(&self, act: impl FnOnce(&mut S) -> T) -> Result<T> {
        Ok(act(&mut *self.store()?))
    }

    /// Locks the store. In a forked child it returns an error before locking, because the lock may
    /// be held by a thread that exists only in the parent.
    fn store(&self) -> Result<MutexGuard<'_, S>> {
        if !self.process.is_current() {
            return Err(Error::Forked);
        }
        // A store changes in memory only after every fallible step, so a panic leaves it
        // consistent.
        Ok(self.store.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// A store of one allocation of a [`KeySpace`].
#[derive(Debug)]
pub struct AllocationStore<S> {
    space: KeySpace<S>,
    name: String,
}

impl<S: AllocatingStore> Store for AllocationStore<S> {
    fn reserve(&mut self, count: u64) -> Result<Reservation> {
        self.space.store()?.reserve_for(&self.name, count)
    }

    fn watermark(&self) -> Result<Watermark> {
        let store = self.space.store()?;
        let allocation = store.ledger().allocation(&self.name)?;
        Ok(Watermark { next: allocation.next(), end: allocation.range().end })
    }

    fn bind(&mut self, identity: &[u8; 32]) -> Result<()> {
        self.space.store()?.bind(identity)
    }

    fn keep(&mut self, trees: &[u8]) -> Result<()> {
        self.space.store()?.keep(trees)
    }
}
