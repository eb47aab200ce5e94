//! The indices of a key as a resource: named allocations that never meet.
//!
//! A [`KeySpace`] stands over a store that keeps a ledger. An allocation is a reservation with a
//! name: it takes its indices off the line that it comes from, durably and for good, and has a
//! watermark of its own. [`KeySpace::line`] gives a [`Store`] that draws on one name alone, for a
//! signer that is to use no other.
//!
//! Who is to sign elsewhere gets a seed of its own instead ([`KeySpace::sub_key`]): it leads to
//! no seed above or beside it. The key signs a [`Certificate`] for the sub-key, and gives up the
//! indices that the sub-key stands for ([`KeySpace::give_up`]), of which its seed was made.

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
use crate::store::{Error, Ledger, Reservation, Result, Store, Watermark};

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

impl<S: Ledger> KeySpace<S> {
    /// Over a store that the process holds.
    pub fn new(store: S) -> Self {
        Self { store: Arc::new(Mutex::new(store)), process: Process::current() }
    }

    /// Gives the next `count` indices of the key to a new name.
    ///
    /// # Errors
    /// Those of [`Ledger::allocate`].
    pub fn allocate(&self, name: &str, count: u64) -> Result<Range<u64>> {
        self.split("", name, count)
    }

    /// Gives the next `count` indices of the allocation `from` to a new name.
    ///
    /// # Errors
    /// Those of [`Ledger::allocate`].
    pub fn split(&self, from: &str, name: &str, count: u64) -> Result<Range<u64>> {
        self.store()?.allocate(from, name, count)
    }

    /// How many indices each name has left, in the order in which they were made; the key's own
    /// line, whose name is empty, comes first.
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn remaining(&self) -> Result<Vec<(String, u64)>> {
        let store = self.store()?;
        let lines = core::iter::once(store.space().line("")?).chain(store.space().allocations());
        Ok(lines.map(|line| (line.name().into(), line.remaining())).collect())
    }

    /// The digest over all allocations made so far, see [`crate::store::Space::head`].
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn head(&self) -> Result<[u8; 32]> {
        Ok(self.store()?.space().head())
    }

    /// A store that draws on one name alone; the empty one is the key's own line.
    ///
    /// # Errors
    /// [`Error::UnknownName`], [`Error::Forked`].
    pub fn line(&self, name: &str) -> Result<LineStore<S>> {
        let name = self.store()?.space().line(name)?.name().into();
        Ok(LineStore { space: self.clone(), name })
    }

    /// What a sub-key would stand for that takes all that is left of an allocation, at least
    /// `signatures` indices, and its seed: [`sub_seed`] along the path of the allocations that this
    /// one was taken out of, from the seed of the key, and of that range. Nothing is used up.
    ///
    /// Whoever makes the sub-key hands it out only after [`Self::give_up`] of this very range:
    /// then no two of them have one seed, whatever backup the store is brought back from, because
    /// a recovery skips.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if fewer are left; [`Error::Name`] for the key's own line, whose
    /// sub-key would be the key; [`Error::UnknownName`], [`Error::Forked`], [`Error::Crypto`].
    pub fn sub_key(
        &self,
        seed: &[u8; 32],
        name: &str,
        signatures: u64,
    ) -> Result<(Wiped<[u8; 32]>, Range<u64>)> {
        let store = self.store()?;
        let path = store.space().path(name)?;
        let (line, above) = path.split_last().ok_or_else(|| Error::Name(name.into()))?;
        let remaining = line.remaining();
        if remaining < signatures.max(1) {
            return Err(Error::Exhausted { name: name.into(), asked: signatures, remaining });
        }
        let mut seed = Wiped::new(*seed);
        for line in above {
            seed = sub_seed(&seed, line.name(), &line.range())?;
        }
        let range = line.next()..line.range().end;
        Ok((sub_seed(&seed, name, &range)?, range))
    }

    /// Uses up all that is left of an allocation, because a sub-key stands for it from now on.
    ///
    /// # Errors
    /// [`Error::Range`] if this is not all that is left; those of [`Ledger::reserve_for`].
    pub fn give_up(&self, name: &str, range: &Range<u64>) -> Result<()> {
        let mut store = self.store()?;
        let line = store.space().line(name)?;
        if *range != (line.next()..line.range().end) {
            return Err(Error::Range(
                "the allocation was used while its sub-key was made: make the sub-key again",
            ));
        }
        // Durable when this returns; the sub-key signs in their place.
        let _ = store.reserve_for(name, range.end - range.start)?;
        Ok(())
    }

    /// Does something with the store itself, while nobody else does.
    ///
    /// # Errors
    /// [`Error::Forked`].
    pub fn with<T>(&self, act: impl FnOnce(&mut S) -> T) -> Result<T> {
        Ok(act(&mut *self.store()?))
    }

    /// The store. A fork of the process gets an error before it could wait for a thread that it
    /// does not have.
    fn store(&self) -> Result<MutexGuard<'_, S>> {
        if !self.process.is_current() {
            return Err(Error::Forked);
        }
        // A store changes in memory only after all that can fail: a panic leaves it whole.
        Ok(self.store.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// A store that draws on one name of a [`KeySpace`].
#[derive(Debug)]
pub struct LineStore<S> {
    space: KeySpace<S>,
    name: String,
}

impl<S: Ledger> Store for LineStore<S> {
    fn reserve(&mut self, count: u64) -> Result<Reservation> {
        self.space.store()?.reserve_for(&self.name, count)
    }

    fn watermark(&self) -> Result<Watermark> {
        let store = self.space.store()?;
        let line = store.space().line(&self.name)?;
        Ok(Watermark { next: line.next(), end: line.range().end })
    }

    fn bind(&mut self, identity: &[u8; 32]) -> Result<()> {
        self.space.store()?.bind(identity)
    }

    fn keep(&mut self, trees: &[u8]) -> Result<()> {
        self.space.store()?.keep(trees)
    }
}
