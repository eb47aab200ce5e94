//! Serialises the calls of a key's store.
//!
//! A store may be application code that calls the key from inside its own methods. The key would
//! then wait for itself, so such calls return an error. Waiting for another thread can be
//! interrupted.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Deref, DerefMut};
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quicksalt::interrupt;

use super::error::{Error, Result};
use crate::store::Store;

/// The interval between two cancellation checks while waiting for another thread.
const PAUSE: Duration = Duration::from_millis(20);

std::thread_local! {
    /// The addresses of the stores that this thread is calling.
    static INSIDE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A store that only one thread at a time may call; `None` once the key is closed.
pub(super) struct Turn {
    store: Mutex<Option<Box<dyn Store>>>,
    is_taken: Mutex<bool>,
    given_back: Condvar,
}

/// A guard that gives access to the store during a turn. Dropping it ends the turn.
pub(super) struct Held<'a> {
    store: MutexGuard<'a, Option<Box<dyn Store>>>,
    /// This field is dropped after the lock is released.
    _end: End<'a>,
}

/// Ends a turn when dropped.
struct End<'a>(&'a Turn);

impl Turn {
    pub(super) fn new(store: Box<dyn Store>) -> Self {
        let (store, is_taken) = (Mutex::new(Some(store)), Mutex::new(false));
        Self { store, is_taken, given_back: Condvar::new() }
    }

    /// Returns whether this thread is inside a call of the store.
    pub(super) fn is_inside(&self) -> bool {
        INSIDE.with(|inside| inside.borrow().contains(&self.address()))
    }

    /// Waits until no other thread calls the store, and returns a guard.
    ///
    /// A panic leaves a store consistent, because it hands out indices only after every fallible
    /// step has succeeded and only when they are durable.
    ///
    /// # Errors
    /// [`Error::Inside`]; an interrupt error if the wait was cancelled.
    pub(super) fn take(&self) -> Result<Held<'_>> {
        if self.is_inside() {
            return Err(Error::Inside);
        }
        let mut is_taken = self.is_taken();
        while *is_taken {
            let waited = self.given_back.wait_timeout(is_taken, PAUSE);
            (is_taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if *is_taken && interrupt::is_asked() {
                drop(is_taken);
                interrupt::check()?;
                is_taken = self.is_taken();
            }
        }
        Ok(self.begin(is_taken))
    }

    /// Waits uninterruptibly for the store in order to close it. Returns `None` if called from
    /// inside a call of the store.
    pub(super) fn take_to_close(&self) -> Option<Held<'_>> {
        if self.is_inside() {
            return None;
        }
        let waits = |is_taken: &mut bool| *is_taken;
        let is_free = self.given_back.wait_while(self.is_taken(), waits);
        Some(self.begin(is_free.unwrap_or_else(PoisonError::into_inner)))
    }

    fn begin(&self, mut is_taken: MutexGuard<'_, bool>) -> Held<'_> {
        *is_taken = true;
        drop(is_taken);
        INSIDE.with(|inside| inside.borrow_mut().push(self.address()));
        let end = End(self);
        let store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        Held { store, _end: end }
    }

    fn is_taken(&self) -> MutexGuard<'_, bool> {
        self.is_taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }
}

impl Deref for Held<'_> {
    type Target = Option<Box<dyn Store>>;

    fn deref(&self) -> &Self::Target {
        &self.store
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.store
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let address = self.0.address();
        INSIDE.with(|inside| inside.borrow_mut().retain(|&other| other != address));
        *self.0.is_taken() = false;
        self.0.given_back.notify_one();
    }
}
