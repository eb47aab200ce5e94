//! `crypto_secretstream_xchacha20poly1305`: encrypts a sequence of any number of messages and
//! detects changed, dropped, repeated and reordered messages (libsodium's documentation, "Encrypted
//! streams").
//!
//! The sender generates a header and sends it first. Each message has a tag: [`TAG_MESSAGE`],
//! [`TAG_PUSH`] for the end of a part, [`TAG_REKEY`] to switch to a new key that does not reveal
//! the current key, or [`TAG_FINAL`]. Without a final tag the sequence has been truncated: check
//! [`Pull::is_finished`].
//!
//! ```
//! use quicksalt::nacl::secretstream::{Key, Pull, Push, TAG_FINAL, TAG_MESSAGE};
//!
//! let key = Key::generate()?;
//! let (mut push, header) = Push::new(&key)?;
//! let first = push.push(b"hello", b"", TAG_MESSAGE)?;
//! let second = push.push(b"world", b"", TAG_FINAL)?;
//!
//! let mut pull = Pull::new(&header, &key)?;
//! assert_eq!(pull.pull(&first, b"")?, (b"hello".to_vec(), TAG_MESSAGE));
//! assert!(pull.pull(&first, b"").is_err());
//! assert_eq!(pull.pull(&second, b"")?, (b"world".to_vec(), TAG_FINAL));
//! assert!(pull.is_finished());
//! # Ok::<(), quicksalt::Error>(())
//! ```

mod state;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

pub use self::state::State;
use self::state::USED;
use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::key::secret;
use crate::prim::poly1305;
use crate::wipe::Wiped;

/// Length of a header in bytes.
pub const HEADER_LEN: usize = 24;
/// The length of a sealed message minus the length of its plaintext: tag and MAC.
pub const OVERHEAD: usize = 1 + poly1305::TAG_LEN;
/// The longest message in bytes: the block counter has 32 bits, and two blocks are reserved.
pub const MESSAGE_MAX: u64 = (1 << 38) - 128;

/// The tag of an ordinary message.
pub const TAG_MESSAGE: u8 = 0;
/// The tag of the last message of a part.
pub const TAG_PUSH: u8 = 1;
/// The tag of a message after which the key changes.
pub const TAG_REKEY: u8 = 2;
/// The tag of the last message.
pub const TAG_FINAL: u8 = TAG_PUSH | TAG_REKEY;

/// Number of bytes of a state in libsodium's layout, which is the key, the nonce and eight zeros.
pub const STATE_LEN: usize = USED + 8;

secret! {
    /// The shared key.
    Key, 32
}

/// Seals a sequence of messages. It cannot be cloned, because two messages at the same position
/// would reveal each other.
pub struct Push(Kept);

impl Push {
    /// Starts a sequence with a header of random bytes, which [`Pull`] needs.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system returns no random bytes,
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    #[cfg(feature = "std")]
    pub fn new(key: &Key) -> Result<(Self, [u8; HEADER_LEN])> {
        let mut header = [0; HEADER_LEN];
        crate::nacl::random::fill(&mut header)?;
        Ok((Self::with_header(&header, key)?, header))
    }

    /// Starts a sequence with a header that must be unique for the key.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn with_header(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        Ok(Self(Kept::new(header, key)))
    }

    /// Resumes a sequence from a [`Push::state`]. Resuming twice from the same state reveals both
    /// messages at that position.
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self(Kept::restored(state))
    }

    /// Returns the key and the position in the sequence, in libsodium's layout. The state is
    /// secret.
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.0.copied()
    }

    /// Seals the next message with its tag and authenticates `aad` with it.
    ///
    /// # Errors
    /// The errors of [`Push::push_into`], and [`Error::OutOfMemory`] if memory is exhausted.
    pub fn push(&mut self, message: &[u8], aad: &[u8], tag: u8) -> Result<Vec<u8>> {
        let mut sealed = memory::zeros(message.len() + OVERHEAD)?;
        self.push_into(&mut sealed, message, aad, tag)?;
        Ok(sealed)
    }

    /// Does the same as [`Push::push`], but writes to `out`, which must be [`OVERHEAD`] bytes
    /// longer than the message.
    ///
    /// # Errors
    /// [`Error::Length`] if `out` has the wrong length or the message is longer than
    /// [`MESSAGE_MAX`], [`Error::NoCandidate`] if no candidate passes its self-test; the position
    /// in the sequence is then unchanged.
    pub fn push_into(&mut self, out: &mut [u8], message: &[u8], aad: &[u8], tag: u8) -> Result<()> {
        self.0.lent().push_into(out, message, aad, tag)
    }

    /// Switches to a new key that does not reveal the current key. The receiver must switch at the
    /// same position.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        self.0.lent().rekey()
    }
}

/// Opens a sequence of messages in order.
pub struct Pull {
    state: Kept,
    is_finished: bool,
}

impl Pull {
    /// Starts the sequence with this header.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        Ok(Self { state: Kept::new(header, key), is_finished: false })
    }

    /// Resumes a sequence from a [`Pull::state`].
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self { state: Kept::restored(state), is_finished: false }
    }

    /// Does the same as [`Push::state`].
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.state.copied()
    }

    /// Reports whether the last opened message had the final tag.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Opens the next message; returns the message and its tag.
    ///
    /// # Errors
    /// The errors of [`Pull::pull_into`], and [`Error::OutOfMemory`] if memory is exhausted.
    pub fn pull(&mut self, sealed: &[u8], aad: &[u8]) -> Result<(Vec<u8>, u8)> {
        let len = sealed.len().checked_sub(OVERHEAD).ok_or(Error::Verification)?;
        let mut message = memory::zeros(len)?;
        let tag = self.pull_into(&mut message, sealed, aad)?;
        Ok((message, tag))
    }

    /// Does the same as [`Pull::pull`], but writes to `out`, which must be [`OVERHEAD`] bytes
    /// shorter than `sealed`; returns the tag.
    ///
    /// # Errors
    /// [`Error::Verification`] if `sealed` is not the next message; `out` and the position in the
    /// sequence are then unchanged. [`Error::Length`] if `out` has the wrong length or the message
    /// would be longer than [`MESSAGE_MAX`], [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    pub fn pull_into(&mut self, out: &mut [u8], sealed: &[u8], aad: &[u8]) -> Result<u8> {
        let tag = self.state.lent().pull_into(out, sealed, aad)?;
        self.is_finished = tag == TAG_FINAL;
        Ok(tag)
    }

    /// Switches to a new key. Call it at the position at which the sender switched.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        self.state.lent().rekey()
    }
}

impl fmt::Debug for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Push(..)")
    }
}

impl fmt::Debug for Pull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pull(..)")
    }
}

/// A boxed state, so that moving it does not leave copies.
struct Kept(Box<Wiped<[u8; STATE_LEN]>>);

impl Kept {
    fn empty() -> Self {
        Self(Box::new(Wiped::new([0; STATE_LEN])))
    }

    fn new(header: &[u8; HEADER_LEN], key: &Key) -> Self {
        let mut kept = Self::empty();
        State::begin(&mut kept.0, header, key);
        kept
    }

    fn restored(state: &[u8; STATE_LEN]) -> Self {
        let mut kept = Self::empty();
        kept.0[..USED].copy_from_slice(&state[..USED]);
        kept
    }

    fn copied(&self) -> Wiped<[u8; STATE_LEN]> {
        Wiped::clone(&self.0)
    }

    fn lent(&mut self) -> State<'_> {
        State::at(&mut self.0)
    }
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
