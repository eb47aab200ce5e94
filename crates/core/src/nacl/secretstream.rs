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

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use subtle::ConstantTimeEq as _;

use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::key::secret;
use crate::prim::{Source, chacha20, poly1305};
use crate::wipe::{Wiped, wipe};

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

const BLOCK: usize = 64;
/// Where the number of the message and the rest of the nonce stand, behind the key.
const COUNTER: usize = 32;
const REST: usize = 36;
const STATE: usize = 44;

/// Bytes of a state as libsodium lays it out: the key, the nonce, and 8 that are zero.
pub const STATE_LEN: usize = STATE + 8;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// Seals a sequence of messages. It cannot be copied: two messages in one place give each other away.
pub struct Push(State);

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
        Ok(Self(State::new(header, key)?))
    }

    /// The sequence from the place on that [`Push::state`] told. Who goes on from one place twice gives
    /// two messages away.
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self(State::restored(state))
    }

    /// Key and place in the sequence as libsodium keeps them. It is a secret.
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.0.laid_out()
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
        check(message.len())?;
        let (head, text, mac) = parts(out, message.len(), "17 more than the message's")?;
        let mut first = Wiped::new([0; 2 * BLOCK]);
        self.0.first_blocks(&mut first, tag)?;
        let (mac_key, block) = first.split_at_mut(BLOCK);
        *head = block[0];
        self.0.xor(text, message)?;
        let tag_of_all = authenticator(mac_key, aad, block, text)?;
        mac.copy_from_slice(&tag_of_all);
        self.0.advance(&tag_of_all, tag)
    }

    /// Goes on with another key, from which this one does not follow; the receiver must do so at the
    /// same place.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        self.0.rekey()
    }
}

/// Opens a sequence of messages, each in its place.
pub struct Pull {
    state: State,
    is_finished: bool,
}

impl Pull {
    /// The sequence that has this header.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        Ok(Self { state: State::new(header, key)?, is_finished: false })
    }

    /// The sequence from the place on that [`Pull::state`] told.
    #[must_use]
    pub fn from_state(state: &[u8; STATE_LEN]) -> Self {
        Self { state: State::restored(state), is_finished: false }
    }

    /// As [`Push::state`].
    #[must_use]
    pub fn state(&self) -> Wiped<[u8; STATE_LEN]> {
        self.state.laid_out()
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
        let len = sealed.len().checked_sub(OVERHEAD).ok_or(Error::Verification)?;
        check(len)?;
        if out.len() != len {
            let expected = "17 less than the ciphertext's";
            return Err(Error::length("out", expected, out.len()));
        }
        let (head, rest) = sealed.split_at(1);
        let (text, mac) = rest.split_at(len);
        let mut first = Wiped::new([0; 2 * BLOCK]);
        self.state.first_blocks(&mut first, head[0])?;
        let (mac_key, block) = first.split_at_mut(BLOCK);
        let tag = core::mem::replace(&mut block[0], head[0]);
        let own = authenticator(mac_key, aad, block, text)?;
        if !bool::from(own.ct_eq(mac)) {
            return Err(Error::Verification);
        }
        self.state.xor(out, text)?;
        self.state.advance(&own, tag)?;
        self.is_finished = tag == TAG_FINAL;
        Ok(tag)
    }

    /// Goes on with another key, where the sender did.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        self.state.rekey()
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

/// The key, the number of the next message from 1 on, and the rest of the nonce, in a box so that
/// moving it leaves no copy.
struct State(Box<Wiped<[u8; STATE]>>);

impl State {
    fn new(header: &[u8; HEADER_LEN], key: &Key) -> Result<Self> {
        let mut state = Self(Box::new(Wiped::new([0; STATE])));
        let bytes = &mut **state.0;
        if let (Some(to), Some(input)) = (bytes.first_chunk_mut(), header.first_chunk()) {
            chacha20::hchacha20(key.as_bytes(), to, input);
        }
        bytes[COUNTER] = 1;
        bytes[REST..].copy_from_slice(&header[16..]);
        Ok(state)
    }

    fn restored(state: &[u8; STATE_LEN]) -> Self {
        let mut new = Self(Box::new(Wiped::new([0; STATE])));
        new.0.copy_from_slice(&state[..STATE]);
        new
    }

    fn laid_out(&self) -> Wiped<[u8; STATE_LEN]> {
        let mut state = Wiped::new([0; STATE_LEN]);
        state[..STATE].copy_from_slice(&self.0[..]);
        state
    }

    fn key(&self) -> &[u8; chacha20::KEY_LEN] {
        self.0.first_chunk().unwrap_or(&[0; 32])
    }

    fn nonce(&self) -> &[u8; chacha20::NONCE_LEN] {
        self.0.last_chunk().unwrap_or(&[0; 12])
    }

    /// Fills the block whose first half is the key of the authenticator, and the block behind it XOR a
    /// first byte.
    fn first_blocks(&self, blocks: &mut [u8; 2 * BLOCK], byte: u8) -> Result<()> {
        chacha20::stream(self.key(), self.nonce(), 0, blocks)?;
        blocks[BLOCK] ^= byte;
        Ok(())
    }

    fn xor(&self, out: &mut [u8], text: &[u8]) -> Result<()> {
        chacha20::xor(self.key(), self.nonce(), 2, out, Source::From(text))
    }

    /// Goes to the place behind a message.
    fn advance(&mut self, mac: &[u8; poly1305::TAG_LEN], tag: u8) -> Result<()> {
        let bytes = &mut **self.0;
        for (byte, mac) in bytes[REST..].iter_mut().zip(mac) {
            *byte ^= mac;
        }
        crate::nacl::bytes::increment(&mut bytes[COUNTER..REST]);
        let is_over = bytes[COUNTER..REST] == [0; 4];
        if tag & TAG_REKEY != 0 || is_over { self.rekey() } else { Ok(()) }
    }

    fn rekey(&mut self) -> Result<()> {
        let mut stream = [0; 40];
        chacha20::stream(self.key(), self.nonce(), 0, &mut stream)?;
        let bytes = &mut **self.0;
        let (key, rest) = stream.split_at(COUNTER);
        for (byte, stream) in bytes[..COUNTER].iter_mut().zip(key) {
            *byte ^= stream;
        }
        for (byte, stream) in bytes[REST..].iter_mut().zip(rest) {
            *byte ^= stream;
        }
        bytes[COUNTER..REST].copy_from_slice(&[1, 0, 0, 0]);
        wipe(&mut stream);
        Ok(())
    }
}

/// The authenticator: data, the block that holds the tag and the text, each of data and text filled up,
/// then both lengths. Behind the text stand as many zeros as it is longer than whole blocks, not as many
/// as it lacks: so it is in libsodium, whose format is frozen.
fn authenticator(
    mac_key: &[u8],
    aad: &[u8],
    block: &[u8],
    text: &[u8],
) -> Result<[u8; poly1305::TAG_LEN]> {
    const ZEROS: [u8; 16] = [0; 16];
    let mut mac = poly1305::init(mac_key.first_chunk().unwrap_or(&[0; 32]))?;
    mac.update(aad);
    mac.update(&ZEROS[..aad.len().wrapping_neg() % 16]);
    mac.update(block);
    mac.update(text);
    mac.update(&ZEROS[..text.len() % 16]);
    mac.update(&(aad.len() as u64).to_le_bytes());
    mac.update(&((BLOCK + text.len()) as u64).to_le_bytes());
    Ok(mac.finish())
}

fn check(len: usize) -> Result<()> {
    if len as u64 <= MESSAGE_MAX {
        return Ok(());
    }
    Err(Error::length("message", "at most 2^38 - 128", len))
}

/// The byte in front, the text and the authenticator of what is sealed.
fn parts<'a>(
    out: &'a mut [u8],
    len: usize,
    expected: &'static str,
) -> Result<(&'a mut u8, &'a mut [u8], &'a mut [u8])> {
    let actual = out.len();
    if let Some((head, rest)) = out.split_first_mut()
        && actual == len + OVERHEAD
    {
        let (text, mac) = rest.split_at_mut(len);
        return Ok((head, text, mac));
    }
    Err(Error::length("out", expected, actual))
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
