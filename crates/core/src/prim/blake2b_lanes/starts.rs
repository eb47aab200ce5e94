//! What is absorbed before a message.

use alloc::vec::Vec;
use core::fmt;

use super::{BLOCK, HASH, PRIMITIVE, State};
use crate::error::{Error, Result};
use crate::prim::blake2b::{self, DIGEST_MAX, Params};
use crate::wipe::wipe;

/// The states in which messages begin, wiped after use: the parameters and, where there is a key,
/// its block.
pub struct Starts {
    pub(super) states: Vec<State>,
    digest_len: usize,
    are_keyed: bool,
}

impl Starts {
    /// The starts of messages under each of `params`, whose digests have `digest_len` bytes. Either
    /// all have keys or none has.
    ///
    /// # Errors
    /// [`Error::Length`] if `digest_len` is not 1 to 64, there are no `params` or only some have
    /// keys; [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(digest_len: usize, params: &[Params<'_>]) -> Result<Self> {
        check_len("digest_len", digest_len)?;
        check_alike(params)?;
        if params.is_empty() {
            return Err(Error::length("params", "one at least,", 0));
        }
        Ok(PRIMITIVE.pick(HASH, params.len())?.starts(digest_len, params))
    }

    /// The states before any block.
    pub(super) fn initial(digest_len: usize, params: &[Params<'_>]) -> Self {
        let states = params.iter().map(|params| blake2b::initial(digest_len, params)).collect();
        let are_keyed = params.iter().any(|params| !params.key().is_empty());
        Self { states, digest_len, are_keyed }
    }

    /// Bytes of a digest.
    #[must_use]
    pub const fn digest_len(&self) -> usize {
        self.digest_len
    }

    pub(super) const fn are_keyed(&self) -> bool {
        self.are_keyed
    }

    /// Bytes absorbed into each state.
    pub(super) const fn absorbed(&self) -> u64 {
        if self.are_keyed { BLOCK as u64 } else { 0 }
    }

    /// The start of message `index` of `count`.
    #[inline]
    pub(super) fn of(&self, index: usize, count: usize) -> &State {
        &self.states[index / (count / self.states.len())]
    }

    /// How many groups of so many values there are in `len` bytes.
    ///
    /// # Errors
    /// [`Error::Length`] if it is no whole number of them, or not the same for each start.
    pub(super) fn count_of(
        &self,
        argument: &'static str,
        len: usize,
        each: usize,
    ) -> Result<usize> {
        let count = len / self.digest_len / each;
        if len == count * self.digest_len * each && count.is_multiple_of(self.states.len()) {
            return Ok(count);
        }
        let expected = "a whole number of digests for each start";
        Err(Error::length(argument, expected, len))
    }
}

impl Drop for Starts {
    fn drop(&mut self) {
        wipe(self.states.as_flattened_mut());
    }
}

impl fmt::Debug for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Starts").field("digest_len", &self.digest_len).finish_non_exhaustive()
    }
}

pub(super) fn check_len(argument: &'static str, len: usize) -> Result<()> {
    if (1..=DIGEST_MAX).contains(&len) {
        return Ok(());
    }
    Err(Error::length(argument, "1 to 64", len))
}

/// # Errors
/// [`Error::Length`] if some have keys and some have none.
pub(super) fn check_alike(params: &[Params<'_>]) -> Result<()> {
    let without = params.iter().filter(|params| params.key().is_empty()).count();
    if without == 0 || without == params.len() {
        return Ok(());
    }
    Err(Error::length("key", "for all params or for none", 0))
}
