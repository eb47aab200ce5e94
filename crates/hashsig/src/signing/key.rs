//! The signing key for applications.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
use std::time::Instant;

use quicksalt::memory;

use super::error::{Error, Result};
use super::inner::Inner;
use super::material::{Cache, KeyMaterial};
use super::options::{AHEAD_MAX, Options};
use super::reserved::ReservedIndices;
use super::trees::Trees;
use super::worker;
use crate::error;
use crate::fork::Process;
use crate::lms::hss::PublicKey;
use crate::message::{Message, Pieces};
use crate::reserved::ReservedIndex;
use crate::store::{self, Store};
use crate::trees::{Levels, Signer, TreeId, check_ordinary, check_ordinary_pieces};

/// An HSS key that signs. The module [`super`] describes when it does its work.
///
/// Dropping the key closes its store.
pub struct SigningKey {
    process: Process,
    public: PublicKey,
    cache: Cache,
    pub(super) inner: Arc<Inner>,
}

/// The progress of the work that is done ahead of signatures.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The completed fraction of the tree under construction, from 0 to 1. It is 1 if all required
    /// trees are complete.
    pub tree: f64,
    /// The number of reserved, unused indices.
    pub reserved: u64,
    /// The last error of the background work. Signing continues while indices are reserved.
    pub trouble: Option<String>,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public_key", &self.public).finish_non_exhaustive()
    }
}

impl SigningKey {
    /// Creates a key on top of any store, such as an allocation of a [`crate::keyspace::KeySpace`]
    /// or a database.
    ///
    /// # Errors
    /// Same errors as [`Store::watermark`]; [`error::Error::Parameter`] if the range of the store
    /// exceeds the key.
    pub fn over(material: KeyMaterial, store: Box<dyn Store>, options: &Options) -> Result<Self> {
        let (process, public, cache) =
            (Process::current(), material.public_key(), material.cache());
        let KeyMaterial { secret, top, lower, .. } = material;
        let kept = core::iter::once(TreeId::TOP).chain(lower.iter().map(|tree| tree.0)).collect();
        let store::Watermark { next, end } = store.watermark()?;
        let (argument, expected) =
            ("the range of the store", "no more than the key has signatures");
        error::Error::require(end <= secret.levels().capacity(), argument, expected, end)?;
        let mut store = store;
        store.bind(&store::identity(&public.to_bytes())?)?;
        let mut trees = Trees::new(Signer::new(secret.clone(), top)?, next, end)?;
        trees.take_over(lower)?;
        trees.schedule.set_ahead(options.ahead);
        let reserved = ReservedIndices::new(options.reservation, end.saturating_sub(next));
        let inner = Arc::new(Inner::new(secret, store, reserved, trees, kept));
        inner.state().plan()?;
        if options.background {
            worker::start(&inner);
        }
        Ok(Self { process, public, cache, inner })
    }

    getters! {
        (const &self)
        /// The public key.
        public_key: &PublicKey = &self.public;
        /// Where the top tree came from.
        cache: Cache = self.cache;
    }

    /// Returns the parameters of the levels.
    #[must_use]
    pub fn levels(&self) -> &Levels {
        self.inner.secret.levels()
    }

    /// Signs a message with the next one-time key.
    ///
    /// # Errors
    /// [`error::Error::Reserved`] if the message begins with the prefix of sub-key certificates;
    /// [`store::Error::Exhausted`] if no index is left; [`store::Error::Forked`] in a forked child;
    /// the errors of [`Store::reserve`] if no reserved index is left; [`error::Error::Primitive`]
    /// if the random generator fails or no candidate of the hash function is usable: the one-time
    /// key is then lost.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>> {
        check_ordinary(message)?;
        self.sign_any(message.into())
    }

    /// Signs like [`Self::sign`], but reads the message from a reader once, while hashing it. The
    /// first bytes of the message are read before a one-time key is used up.
    ///
    /// # Errors
    /// The errors of [`Self::sign`] and of the reader; after an error of the reader the one-time
    /// key may be lost.
    pub fn sign_pieces(&self, message: &Pieces<'_>) -> Result<Vec<u8>> {
        check_ordinary_pieces(message)?;
        self.sign_any(Message::Pieces(message))
    }

    /// Signs any message, including the certificate of a sub-key.
    pub(super) fn sign_any(&self, message: Message<'_>) -> Result<Vec<u8>> {
        self.check()?;
        let (index, stack) = self.inner.admit()?;
        let signature = stack.sign_any(alloc::vec![index], [message])?.pop();
        self.inner.help(1);
        Ok(signature.ok_or(error::Error::Exhausted)?)
    }

    /// Signs many messages with at most one reservation, and computes the hash chains of these
    /// signatures in parallel lanes.
    ///
    /// # Errors
    /// Same errors as [`Self::sign`]. If fewer one-time keys are left than there are messages, no
    /// key is used; if memory runs out during signing, all these keys are lost.
    pub fn sign_many(&self, messages: &[&[u8]]) -> Result<Vec<Vec<u8>>> {
        self.check()?;
        messages.iter().try_for_each(|message| check_ordinary(message))?;
        let mut signatures = memory::with_capacity(messages.len())?;
        let mut indices = self.inner.admit_many(messages.len())?.into_iter();
        let mut messages = messages.iter();
        while let Some(first) = indices.as_slice().first() {
            let stack = self.inner.stack(first.get())?;
            let is_here = |index: &&ReservedIndex| stack.span().contains(&index.get());
            let here = indices.as_slice().iter().take_while(is_here).count();
            let some = messages.by_ref().take(here).map(|message| Message::Bytes(message));
            let here = memory::collect(indices.by_ref().take(here))?;
            signatures.extend(stack.sign_any(here, some)?);
        }
        self.inner.help(signatures.len());
        Ok(signatures)
    }

    /// Returns the number of signatures that the key can still make, including reserved indices.
    ///
    /// # Errors
    /// Same errors as [`Store::watermark`].
    pub fn remaining(&self) -> Result<u64> {
        self.check()?;
        let store = self.inner.store.take()?;
        let free = store.as_ref().ok_or(Error::Closed)?.watermark()?.remaining();
        Ok(free + self.inner.state().reserved.left())
    }

    /// Ensures that at least `count` indices are reserved, and sets the size of later reservations
    /// to `count`.
    ///
    /// # Errors
    /// Same errors as [`Store::reserve`].
    pub fn reserve(&self, count: u64) -> Result<()> {
        self.check()?;
        self.inner.state().reserved.set_size(count);
        self.inner.fetch(count)
    }

    /// Builds the trees for the next signatures and the next `ahead` trees of the lowest level, and
    /// from now on holds that number of trees ready.
    ///
    /// # Errors
    /// [`error::Error::Parameter`] if `ahead` is not from 1 to [`AHEAD_MAX`];
    /// [`error::Error::Primitive`].
    pub fn prepare(&self, ahead: usize) -> Result<()> {
        self.check()?;
        let is_possible = (1..=AHEAD_MAX).contains(&ahead);
        error::Error::require(is_possible, "ahead", "from 1 to 16", ahead as u64)?;
        let mut state = self.inner.state();
        state.trees.schedule.set_ahead(ahead);
        state.plan()?;
        drop(state);
        while self.inner.complete_first()? {}
        Ok(())
    }

    /// Returns whether work ahead of signatures is pending; see [`Self::step`].
    ///
    /// # Errors
    /// [`store::Error::Forked`].
    pub fn is_due(&self) -> Result<bool> {
        self.check()?;
        let state = self.inner.state();
        Ok(!state.is_closed && state.is_due())
    }

    /// Works ahead on reservations and trees for about `budget`, for programs without threads.
    /// Returns false if no work is left.
    ///
    /// # Errors
    /// Same errors as [`Store::reserve`]; [`error::Error::Primitive`].
    pub fn step(&self, budget: Duration) -> Result<bool> {
        self.check()?;
        let start = Instant::now();
        while self.inner.work()? {
            if start.elapsed() >= budget {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does one part of the work ahead, a reservation or some nodes of a tree, for programs without
    /// a clock. Returns false if no work is left.
    ///
    /// # Errors
    /// Same errors as [`Self::step`].
    pub fn step_once(&self) -> Result<bool> {
        self.check()?;
        self.inner.work()
    }

    /// The progress of the work that is done ahead of signatures.
    ///
    /// # Errors
    /// [`store::Error::Forked`].
    pub fn progress(&self) -> Result<Progress> {
        self.check()?;
        let state = self.inner.state();
        let tree = state.trees.schedule.first_required().map_or(1.0, |front| {
            f64::from(front.builder.done()) / f64::from(front.builder.total())
        });
        Ok(Progress { tree, reserved: state.reserved.left(), trouble: state.trouble.clone() })
    }

    /// Closes the key and its store. Reserved, unused indices are lost.
    pub fn close(&self) {
        if self.check_process().is_ok() {
            self.inner.close();
        }
    }

    /// Returns an error in a forked child. This check must run before any lock is touched, because
    /// in a forked child a lock may never be released.
    fn check_process(&self) -> Result<()> {
        if self.process.is_current() { Ok(()) } else { Err(store::Error::Forked.into()) }
    }

    /// Refuses calls from inside the key's own store, because they could deadlock.
    fn check(&self) -> Result<()> {
        self.check_process()?;
        if self.inner.store.is_inside() { Err(Error::Inside) } else { Ok(()) }
    }
}

impl Drop for SigningKey {
    fn drop(&mut self) {
        self.close();
    }
}
