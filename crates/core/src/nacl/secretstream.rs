//! `crypto_secretstream_xchacha20poly1305`: a sequence of messages of any number, each sealed in its place,
//! so that none can be changed, left out, repeated or moved unseen (libsodium's documentation, "Encrypted
//! streams").
//!
//! The sender draws a header and gives it to the receiver first. Each message carries a tag:
//! [`TAG_MESSAGE`], [`TAG_PUSH`] for the end of a part, [`TAG_REKEY`] to go on with another key from
//! which this one does not follow, or [`TAG_FINAL`]. A receiver that has seen no final tag has not seen
//! the end: ask [`Pull::is_finished`].
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
/// By how many bytes what is sealed is longer than its message: its tag and the authenticator.
pub const OVERHEAD: usize = 1 + poly1305::TAG_LEN;
/// The longest message in bytes: the block counter has 32 bits, and two blocks are used otherwise.
pub const MESSAGE_MAX: u64 = (1 << 38) - 128;

/// The tag of a message like any other.
pub const TAG_MESSAGE: u8 = 0;
/// The tag of the last message of a part.
pub const TAG_PUSH: u8 = 1;
/// The tag of a message behind which another key is used.
pub const TAG_REKEY: u8 = 2;
/// The tag of the last message.
pub const TAG_FINAL: u8 = TAG_PUSH | TAG_REKEY;

/// Bytes of a state as libsodium lays it out: the key, the nonce, and 8 that are zero.
pub const STATE_LEN: usize = USED + 8;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// Seals a sequence of messages. It cannot be copied: two messages in one place give each other away.
pub struct Push(Kept);

impl Push {
    /// A new sequence, and the header that [`Pull`] needs, out of the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Randomness`] if there are none, [`Error::NoCandidate`] if no candidate passes its
    /// self-test.
    #[cfg(feature = "std")]
    pub fn new(key: &Key) -> Result<(Self, [u8; HEADER_LEN])> {
        let mut header = [0; HEADER_LEN];
        crate::nacl::random::fill(&mut header)?;
        Ok((Self::with_header(&header, key)?, header))
    }

    /// A new sequence under a header that never comes twice under this key.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn with_header(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        Ok(Self(Kept::new(header, key)))
    }

    /// The sequence from the place on that [`Push::state`] told. Who goes on from one place twice gives
    /// two messages away.
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self(Kept::restored(state))
    }

    /// Key and place in the sequence as libsodium keeps them. It is a secret.
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.0.copied()
    }

    /// Seals the next message with its tag and binds `aad` to it.
    ///
    /// # Errors
    /// Those of [`Push::push_into`], and [`Error::OutOfMemory`] if there is no memory for the result.
    pub fn push(&mut self, message: &[u8], aad: &[u8], tag: u8) -> Result<Vec<u8>> {
        let mut sealed = memory::zeros(message.len() + OVERHEAD)?;
        self.push_into(&mut sealed, message, aad, tag)?;
        Ok(sealed)
    }

    /// As [`Push::push`], into `out`, which is [`OVERHEAD`] bytes longer than the message.
    ///
    /// # Errors
    /// [`Error::Length`] if it is not, or the message is longer than [`MESSAGE_MAX`],
    /// [`Error::NoCandidate`] if no candidate passes its self-test; the place in the sequence stays.
    pub fn push_into(&mut self, out: &mut [u8], message: &[u8], aad: &[u8], tag: u8) -> Result<()> {
        self.0.lent().push_into(out, message, aad, tag)
    }

    /// Goes on with another key, from which this one does not follow; the receiver must do so at the
    /// same place.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        self.0.lent().rekey()
    }
}

/// Opens a sequence of messages, each in its place.
pub struct Pull {
    state: Kept,
    is_finished: bool,
}

impl Pull {
    /// The sequence that has this header.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        Ok(Self { state: Kept::new(header, key), is_finished: false })
    }

    /// The sequence from the place on that [`Pull::state`] told.
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self { state: Kept::restored(state), is_finished: false }
    }

    /// As [`Push::state`].
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.state.copied()
    }

    /// Whether the last message that was opened had the final tag.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Opens the next message: the message and its tag.
    ///
    /// # Errors
    /// Those of [`Pull::pull_into`], and [`Error::OutOfMemory`] if there is no memory for the message.
    pub fn pull(&mut self, sealed: &[u8], aad: &[u8]) -> Result<(Vec<u8>, u8)> {
        let len = sealed.len().checked_sub(OVERHEAD).ok_or(Error::Verification)?;
        let mut message = memory::zeros(len)?;
        let tag = self.pull_into(&mut message, sealed, aad)?;
        Ok((message, tag))
    }

    /// As [`Pull::pull`], into `out`, which is [`OVERHEAD`] bytes shorter than `sealed`; returns the
    /// tag.
    ///
    /// # Errors
    /// [`Error::Verification`] if this is not the next message; `out` and the place in the sequence
    /// stay as they are. [`Error::Length`] if `out` has another length or the message would be longer
    /// than [`MESSAGE_MAX`], [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn pull_into(&mut self, out: &mut [u8], sealed: &[u8], aad: &[u8]) -> Result<u8> {
        let tag = self.state.lent().pull_into(out, sealed, aad)?;
        self.is_finished = tag == TAG_FINAL;
        Ok(tag)
    }

    /// Goes on with another key, where the sender did.
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

/// A state in a box, so that moving it leaves no copy.
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
