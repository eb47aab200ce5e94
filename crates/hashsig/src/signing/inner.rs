//! The state that a key and its background thread share.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quicksalt::memory;

use super::error::{Error, Result};
use super::kept;
use super::reserved::ReservedIndices;
use super::trees::Trees;
use super::turn::Turn;
use crate::reserved::ReservedIndex;
use crate::store::{self, Reservation, Store};
use crate::trees::{SecretKey, SignedSubtree, Stack, Tree, TreeBuilder, TreeId};

/// The state that a key and its background thread share.
///
/// There are two locks. A thread that needs both acquires the store's lock first. It holds the
/// store's lock while it waits for the disk, but holds the state's lock for at most a few
/// microseconds.
pub(super) struct Inner {
    pub(super) secret: SecretKey,
    pub(super) store: Turn,
    state: Mutex<State>,
    /// Notified when the background thread has work to do and when the key is closed.
    pub(super) due: Condvar,
}

pub(super) struct State {
    pub(super) reserved: ReservedIndices,
    pub(super) trees: Trees,
    /// Whether there is a background thread.
    pub(super) has_thread: bool,
    /// Whether the background thread waits for work.
    pub(super) is_idle: bool,
    pub(super) is_closed: bool,
    /// The text of the background thread's last error.
    pub(super) trouble: Option<String>,
    /// The trees that the store has cached for the next start.
    kept: Vec<TreeId>,
}

impl State {
    /// Whether background work is pending.
    pub(super) fn is_due(&self) -> bool {
        self.reserved.is_due() || self.trees.schedule.first().is_some()
    }

    /// Schedules the trees that the coming signatures need.
    pub(super) fn plan(&mut self) -> Result<()> {
        Ok(self.trees.plan(&self.reserved.ranges(), self.reserved.taken())?)
    }
}

impl Inner {
    pub(super) fn new(
        secret: SecretKey,
        store: Box<dyn Store>,
        reserved: ReservedIndices,
        trees: Trees,
        kept: Vec<TreeId>,
    ) -> Self {
        let (has_thread, is_idle, is_closed) = (false, false, false);
        let state = State { reserved, trees, has_thread, is_idle, is_closed, trouble: None, kept };
        let (store, state) = (Turn::new(store), Mutex::new(state));
        Self { secret, store, state, due: Condvar::new() }
    }

    /// Recovering a poisoned lock is safe, because no code that holds this lock panics during a
    /// change.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the background thread and closes the store. From inside a call of the store, closing is
    /// deferred until the key is dropped.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.due.notify_all();
        let store = self.store.take_to_close().and_then(|mut held| held.take());
        if let Some(mut store) = store {
            // If this fails, only the next start takes longer.
            let _ = self.keep(&mut *store);
        }
    }

    /// Passes the trees of the next signature to the store, unless it has cached them already.
    fn keep(&self, store: &mut dyn Store) -> Result<()> {
        let state = self.state();
        let next = state.trees.next_after(&state.reserved.ranges());
        let trees = state.trees.present(next)?;
        if trees.iter().map(|tree| tree.0).eq(state.kept.iter().copied()) {
            return Ok(());
        }
        drop(state);
        let trees = trees.iter().map(|(id, tree)| (*id, &**tree));
        Ok(store.keep(&kept::encode(trees))?)
    }

    /// Returns the right to use the next index, and the trees that sign at it.
    pub(super) fn admit(&self) -> Result<(ReservedIndex, Arc<Stack>)> {
        loop {
            let mut state = self.state();
            if state.is_closed {
                return Err(Error::Closed);
            }
            if let Some(index) = state.reserved.take()? {
                let stack = self.stack_at(state, index.get())?;
                return Ok((index, stack));
            }
            drop(state);
            self.fetch(1)?;
        }
    }

    /// Returns the rights to use the next `count` indices.
    pub(super) fn admit_many(&self, count: usize) -> Result<Vec<ReservedIndex>> {
        let mut indices = memory::with_capacity(count)?;
        loop {
            let mut state = self.state();
            if state.is_closed {
                return Err(Error::Closed);
            }
            if state.reserved.left() >= count as u64 {
                while indices.len() < count {
                    indices.extend(state.reserved.take()?);
                }
                self.wake(&state);
                return Ok(indices);
            }
            drop(state);
            self.fetch(count as u64)?;
        }
    }

    /// Returns the trees that sign at an index.
    pub(super) fn stack(&self, index: u64) -> Result<Arc<Stack>> {
        self.stack_at(self.state(), index)
    }

    /// Implements [`Self::stack`]. The calling thread builds a missing tree immediately, together
    /// with other threads that build it.
    fn stack_at(&self, state: MutexGuard<'_, State>, index: u64) -> Result<Arc<Stack>> {
        let mut state = state;
        loop {
            if let Some((stack, is_new)) = state.trees.stack(index)? {
                if is_new {
                    state.plan()?;
                }
                self.wake(&state);
                return Ok(stack);
            }
            let missing = state.trees.missing(index)?;
            drop(state);
            if let Some((id, builder)) = missing {
                self.install(id, &builder)?;
            }
            state = self.state();
        }
    }

    /// Wakes the background thread if it has work to do.
    pub(super) fn wake(&self, state: &State) {
        if state.is_idle && state.is_due() {
            self.due.notify_one();
        }
    }

    /// Makes a durable reservation if fewer than `needed` indices are reserved.
    pub(super) fn fetch(&self, needed: u64) -> Result<()> {
        let mut store = self.store.take()?;
        let state = self.state();
        let (left, size) = (state.reserved.left(), state.reserved.size());
        drop(state);
        if left >= needed {
            return Ok(());
        }
        let store = store.as_deref_mut().ok_or(Error::Closed)?;
        self.put(reserve(store, size.max(needed - left), needed - left)?)
    }

    /// Makes the next reservation ahead, if it is due.
    pub(super) fn fetch_ahead(&self) -> Result<()> {
        let mut store = self.store.take()?;
        let state = self.state();
        let (is_due, size) = (state.reserved.is_due(), state.reserved.size());
        let began = state.reserved.taken();
        drop(state);
        if !is_due {
            return Ok(());
        }
        match reserve(store.as_deref_mut().ok_or(Error::Closed)?, size, 1) {
            Ok(reservation) => {
                let mut state = self.state();
                state.reserved.put_ahead(reservation, began);
                state.plan()?;
            }
            Err(store::Error::Exhausted { .. }) => self.state().reserved.end(),
            Err(error) => {
                self.state().reserved.failed();
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// Adds a reservation. The caller holds the store's lock, so reservations arrive in order.
    fn put(&self, reservation: Reservation) -> Result<()> {
        let mut state = self.state();
        state.reserved.put(reservation);
        state.plan()
    }

    /// Builds a tree, signs its public key with the tree above, and adds it to the key's trees.
    pub(super) fn install(&self, id: TreeId, builder: &TreeBuilder) -> Result<()> {
        let tree = builder.tree()?;
        let above = self.above(id)?;
        let signed = SignedSubtree::new(&self.secret, &above, id, tree)?;
        let mut state = self.state();
        state.trees.install(id, signed);
        state.plan()
    }

    /// Returns the parent of the given tree. The parent is needed no later than the given tree and
    /// is therefore complete earlier. It needs rebuilding only after a jump of the indices.
    fn above(&self, id: TreeId) -> Result<Arc<Tree>> {
        if let Some(above) = self.state().trees.above(id)? {
            return Ok(above);
        }
        let (start, _) = self.secret.levels().span(id)?;
        let seed = self.secret.tree(self.secret.levels().tree_at(id.level - 1, start)?)?;
        let depth = seed.default_depth();
        Ok(TreeBuilder::new(seed, depth)?.tree()?)
    }
}

/// Reserves the next `count` indices. If fewer are left but at least `least`, reserves all of them.
fn reserve(store: &mut dyn Store, count: u64, least: u64) -> store::Result<Reservation> {
    match store.reserve(count) {
        Err(store::Error::Exhausted { remaining, .. }) if remaining >= least => {
            store.reserve(remaining)
        }
        other => other,
    }
}
