//! The dispatching calls to a candidate's functions.
#![allow(unsafe_code)]

use super::key::{POWERS, Prepared};
use super::{Block, Key, NONCE_LEN, Ops, TAG_LEN};
use crate::choose::Runnable;
use crate::error::Result;
use crate::prim::Source;
use crate::wipe::wipe_stack;

/// Upper bound of the stack that a candidate's functions use, in bytes.
const WIPED: usize = 2048;

impl Runnable<Ops> {
    /// Prepares a key for messages of any length.
    pub(super) fn prepare(self, prepared: &mut Prepared, key: Key<'_>) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().prepare)(prepared, key, POWERS) }
        wipe_stack::<WIPED>();
    }

    /// Prepares a key for a message and associated data of these lengths.
    fn prepare_for(self, prepared: &mut Prepared, key: Key<'_>, lens: [usize; 2]) {
        let most = lens[0].max(lens[1]).div_ceil(16);
        // SAFETY: as in `prepare`.
        unsafe { (self.ops().prepare)(prepared, key, most) }
    }

    pub(super) fn seal_with(
        self,
        key: &Prepared,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        message: &[u8],
    ) -> [u8; TAG_LEN] {
        // SAFETY: as in `prepare`.
        let tag = unsafe { (self.ops().gcm_seal)(key, nonce, aad, out, message) };
        wipe_stack::<WIPED>();
        tag
    }

    pub(super) fn open_with(
        self,
        key: &Prepared,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()> {
        // SAFETY: as in `prepare`.
        let opened = unsafe { (self.ops().gcm_open)(key, nonce, aad, out, tag, ciphertext) };
        wipe_stack::<WIPED>();
        opened
    }

    /// Same as [`gcm_seal`](super::gcm_seal); `out` has the length of `message`.
    pub fn gcm_seal(
        self,
        key: Key<'_>,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        message: &[u8],
    ) -> [u8; TAG_LEN] {
        let mut prepared = Prepared::empty();
        self.prepare_for(&mut prepared, key, [aad.len(), message.len()]);
        self.seal_with(&prepared, nonce, aad, out, message)
    }

    /// Same as [`gcm_open`](super::gcm_open); `out` has the length of `ciphertext`.
    ///
    /// # Errors
    /// [`crate::Error::Verification`] if the message is not genuine.
    pub fn gcm_open(
        self,
        key: Key<'_>,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()> {
        let mut prepared = Prepared::empty();
        self.prepare_for(&mut prepared, key, [aad.len(), ciphertext.len()]);
        self.open_with(&prepared, nonce, aad, out, tag, ciphertext)
    }

    /// Same as [`ctr`](super::ctr()); the caller ensures that `source.check(out.len())` holds.
    pub fn ctr(self, key: Key<'_>, counter: &mut Block, out: &mut [u8], source: Source<'_>) {
        let first = u128::from_be_bytes(*counter);
        // SAFETY: as in `prepare`.
        unsafe { (self.ops().ctr)(key, first, out, source) }
        *counter = first.wrapping_add(out.len().div_ceil(16) as u128).to_be_bytes();
        wipe_stack::<WIPED>();
    }

    /// Same as [`cbc_encrypt`](super::cbc_encrypt); `source` has the length of `out`.
    pub fn cbc_encrypt(self, key: Key<'_>, iv: &mut Block, out: &mut [Block], source: Source<'_>) {
        // SAFETY: as in `prepare`.
        unsafe { (self.ops().cbc_encrypt)(key, iv, out, source) }
        wipe_stack::<WIPED>();
    }

    /// Same as [`cbc_decrypt`](super::cbc_decrypt); `source` has the length of `out`.
    pub fn cbc_decrypt(self, key: Key<'_>, iv: &mut Block, out: &mut [Block], source: Source<'_>) {
        // SAFETY: as in `prepare`.
        unsafe { (self.ops().cbc_decrypt)(key, iv, out, source) }
        wipe_stack::<WIPED>();
    }
}
