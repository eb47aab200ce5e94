//! A tree that signs.

use alloc::vec::Vec;

use super::hss::Hss;
use super::public::PublicKey;
use crate::error::{Error, Result};
use crate::reserved::ReservedIndex;
use crate::trees;

/// An LMS tree with what it needs to sign.
pub type Tree = trees::Tree<Hss>;

impl Tree {
    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.params(), *self.seed().id(), self.root())
    }

    /// Signs a message with the one-time key of an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the tree has no such key; [`Error::Primitive`] if the operating
    /// system gives no random bytes or the hash function has no usable candidate.
    pub fn sign(&self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let leaf = u32::try_from(index.get()).map_err(|_| Error::Exhausted)?;
        let mut signature = [Vec::with_capacity(self.params().signature_len())];
        self.sign_leaves(&[(leaf, message)], true, &mut signature)?;
        let [signature] = signature;
        Ok(signature)
    }
}
