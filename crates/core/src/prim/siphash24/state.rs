//! The tag of an incremental message, without candidates: the kernel holds its four words in
//! registers.

use core::fmt;

use super::portable::{absorb, begun, finished, last_word};
use super::{BLOCK, Chain, KEY_LEN, is_genuine};
use crate::error::Result;
use crate::prim::family::pieces::Pieces;
use crate::wipe::wipe;

/// The tag of an incremental message, of 8 or 16 bytes. It is wiped on drop.
pub struct Mac<const TAG: usize> {
    chain: Chain,
    pieces: Pieces<BLOCK>,
}

impl<const TAG: usize> Mac<TAG> {
    /// Starts an empty message under the key.
    #[must_use]
    pub fn new(key: &[u8; KEY_LEN]) -> Self {
        Self { chain: begun::<TAG>(key), pieces: Pieces::NONE }
    }

    /// Absorbs the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        let Self { chain, pieces } = self;
        pieces.take(piece, |words| absorb(chain, words));
    }

    /// Returns the tag of all pieces.
    #[must_use]
    pub fn finish(self) -> [u8; TAG] {
        finished(self.chain, last_word(self.pieces.rest(), self.pieces.len() as usize))
    }

    /// Verifies the tag of all pieces in time independent of the tag.
    ///
    /// # Errors
    /// [`crate::Error::Verification`] if the tag is wrong.
    pub fn verify(self, tag: &[u8; TAG]) -> Result<()> {
        is_genuine(&self.finish(), tag)
    }
}

impl<const TAG: usize> Clone for Mac<TAG> {
    fn clone(&self) -> Self {
        let mut pieces = Pieces::NONE;
        pieces.copy_from(&self.pieces);
        Self { chain: self.chain, pieces }
    }
}

impl<const TAG: usize> Drop for Mac<TAG> {
    fn drop(&mut self) {
        wipe(&mut self.chain);
    }
}

impl<const TAG: usize> fmt::Debug for Mac<TAG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac(..)")
    }
}
