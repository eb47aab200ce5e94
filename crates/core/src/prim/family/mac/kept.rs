//! The state of an authenticator in memory of the caller's.

use core::fmt;

use super::{Absorb, Ops, State, UPDATE, absorb_by};
use crate::choose::Primitive;
use crate::error::Result;
use crate::prim::family::pieces::Pieces;

/// What an authenticator keeps of its key and of a message that comes piece by piece, for a caller that
/// holds it in memory of its own, such as that of a C program. It names no candidate and no address, so
/// that its bytes may be copied; every call takes the candidate that stands then.
#[repr(C)]
pub struct Kept<S, const BLOCK: usize> {
    pub(super) state: S,
    pub(super) pieces: Pieces<BLOCK>,
}

impl<S, const BLOCK: usize> Kept<S, BLOCK> {
    /// Without a key, for [`begin`].
    #[must_use]
    pub fn empty<const KEY: usize, const TAG: usize>() -> Self
    where
        S: State<BLOCK, KEY, TAG>,
    {
        Self { state: S::empty(), pieces: Pieces::NONE }
    }
}

impl<S, const BLOCK: usize> fmt::Debug for Kept<S, BLOCK> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// Takes the key of an authenticator whose state the caller keeps, and which is [empty](Kept::empty).
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn begin<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    kept: &mut Kept<S, BLOCK>,
    key: &[u8; KEY],
) -> Result<()> {
    key_by(&mut kept.state, absorbing(primitive)?, key);
    Ok(())
}

/// Takes the next piece of a message whose state the caller keeps.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn update<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    kept: &mut Kept<S, BLOCK>,
    piece: &[u8],
) -> Result<()> {
    take_by(kept, absorbing(primitive)?, piece);
    Ok(())
}

/// Writes the tag of all that has come of a message whose state the caller keeps, and wipes after it.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn finish<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    kept: &mut Kept<S, BLOCK>,
    to: &mut [u8; TAG],
) -> Result<()> {
    *to = finish_by(kept, absorbing(primitive)?);
    Ok(())
}

/// The state takes its key.
// One copy in a module: its size counts. So it is with the next two.
#[cfg_attr(lean, inline(never))]
pub(super) fn key_by<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    state: &mut S,
    absorb: Absorb<S::Chain, BLOCK>,
    key: &[u8; KEY],
) {
    state.begin(key, |chain, blocks| absorb_by(absorb, chain, blocks));
}

/// Takes the next piece.
#[cfg_attr(lean, inline(never))]
pub(super) fn take_by<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    kept: &mut Kept<S, BLOCK>,
    absorb: Absorb<S::Chain, BLOCK>,
    piece: &[u8],
) {
    let Kept { state, pieces } = kept;
    pieces.take(piece, |blocks| absorb_by(absorb, state.chain(), blocks));
}

/// The tag of all that has come.
#[cfg_attr(lean, inline(never))]
pub(super) fn finish_by<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    kept: &mut Kept<S, BLOCK>,
    absorb: Absorb<S::Chain, BLOCK>,
) -> [u8; TAG] {
    let Kept { state, pieces } = kept;
    let absorb = |chain: &mut S::Chain, blocks: &[[u8; BLOCK]]| absorb_by(absorb, chain, blocks);
    state.finish(pieces.rest(), pieces.len(), absorb)
}

pub(super) fn absorbing<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
) -> Result<Absorb<S::Chain, BLOCK>> {
    Ok(primitive.pick(UPDATE, 0)?.ops().absorb)
}
