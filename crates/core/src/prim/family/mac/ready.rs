//! A key that stands ready on its caller's stack, for work that makes several tags under it.

use super::kept::{absorbing, key_by};
use super::{Absorb, Ops, Reusable, State, tag_after};
use crate::choose::Primitive;
use crate::error::Result;
use crate::prim::family::pieces::Pieces;

/// An authenticator that has a key and no message, and never moves: unlike [`super::Mac`] it needs no
/// memory of its own.
pub(crate) struct Ready<S, const BLOCK: usize, const KEY: usize, const TAG: usize>
where
    S: State<BLOCK, KEY, TAG>,
{
    /// Of a candidate that was runnable.
    absorb: Absorb<S::Chain, BLOCK>,
    state: S,
}

/// Does work with a key that is made ready once. What work and key leave on the stack beside the state is
/// the caller's to overwrite.
pub(in crate::prim) fn with_ready<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
    T,
>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    key: &[u8; KEY],
    work: impl FnOnce(&Ready<S, BLOCK, KEY, TAG>) -> T,
) -> Result<T> {
    let absorb = absorbing(primitive)?;
    let mut ready = Ready { absorb, state: S::empty() };
    key_by(&mut ready.state, absorb, key);
    Ok(work(&ready))
}

impl<S, const BLOCK: usize, const KEY: usize, const TAG: usize> Ready<S, BLOCK, KEY, TAG>
where
    S: State<BLOCK, KEY, TAG> + Reusable,
{
    /// The tag of all parts one after another.
    pub(crate) fn tag(&self, parts: &[&[u8]]) -> [u8; TAG] {
        tag_after(&self.state, &Pieces::NONE, self.absorb, parts)
    }
}
