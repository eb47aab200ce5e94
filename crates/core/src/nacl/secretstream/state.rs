//! The state of a sender or receiver in the caller's memory, and its update for each message.

use subtle::ConstantTimeEq as _;

use super::{HEADER_LEN, Key, MESSAGE_MAX, OVERHEAD, STATE_LEN, TAG_REKEY};
use crate::error::{Error, Result};
use crate::prim::{Source, chacha20, poly1305};
use crate::wipe::Wiped;

const BLOCK: usize = 64;
/// The offset of the message number, which starts at 1, and the rest of the nonce, after the key.
pub(super) const COUNTER: usize = 32;
pub(super) const REST: usize = 36;
/// The end of the used bytes.
pub(super) const USED: usize = 44;

/// The state of one side of a sequence in the caller's memory, in libsodium's layout, as returned
/// by [`Push::state`](super::Push::state). The bytes are secret; the caller must wipe them.
///
/// ```
/// use quicksalt::nacl::secretstream::{Key, OVERHEAD, STATE_LEN, State, TAG_FINAL};
///
/// let (key, header) = (Key::generate()?, [7; 24]);
/// let (mut sender, mut receiver) = ([0; STATE_LEN], [0; STATE_LEN]);
/// let mut sealed = [0; 5 + OVERHEAD];
/// State::begin(&mut sender, &header, &key).push_into(&mut sealed, b"hello", b"", TAG_FINAL)?;
/// let mut message = [0; 5];
/// let tag = State::begin(&mut receiver, &header, &key).pull_into(&mut message, &sealed, b"")?;
/// assert_eq!((&message, tag), (b"hello", TAG_FINAL));
/// assert_eq!(sender, receiver);
/// # Ok::<(), quicksalt::Error>(())
/// ```
pub struct State<'a>(&'a mut [u8; STATE_LEN]);

impl<'a> State<'a> {
    /// Uses `bytes` as the state.
    #[inline]
    #[must_use]
    pub fn at(bytes: &'a mut [u8; STATE_LEN]) -> Self {
        Self(bytes)
    }

    /// Initializes `bytes` as the state of a sequence with a header that must be unique for the
    /// key.
    #[inline]
    pub fn begin(bytes: &'a mut [u8; STATE_LEN], header: &[u8; HEADER_LEN], key: &Key) -> Self {
        if let (Some(to), Some(input)) = (bytes.first_chunk_mut(), header.first_chunk()) {
            chacha20::hchacha20(key.as_bytes(), to, input);
        }
        bytes[COUNTER..].fill(0);
        bytes[COUNTER] = 1;
        bytes[REST..USED].copy_from_slice(&header[16..]);
        Self(bytes)
    }

    /// Seals the next message with its tag and authenticates `aad` with it, into `out`, which must
    /// be [`OVERHEAD`] bytes longer than the message.
    ///
    /// # Errors
    /// The errors of [`Push::push_into`](super::Push::push_into).
    pub fn push_into(&mut self, out: &mut [u8], message: &[u8], aad: &[u8], tag: u8) -> Result<()> {
        check(message.len())?;
        let (head, text, mac) = parts(out, message.len(), "len(message) + 17")?;
        let mut first = Wiped::new([0; 2 * BLOCK]);
        self.first_blocks(&mut first, tag)?;
        let (mac_key, block) = first.split_at_mut(BLOCK);
        *head = block[0];
        self.xor(text, message)?;
        let mut own = [0; poly1305::TAG_LEN];
        authenticate(&mut own, mac_key, aad, block, text)?;
        mac.copy_from_slice(&own);
        self.advance(&own, tag)
    }

    /// Opens the next message into `out`, which must be [`OVERHEAD`] bytes shorter than `sealed`;
    /// returns the tag.
    ///
    /// # Errors
    /// The errors of [`Pull::pull_into`](super::Pull::pull_into).
    pub fn pull_into(&mut self, out: &mut [u8], sealed: &[u8], aad: &[u8]) -> Result<u8> {
        let len = sealed.len().checked_sub(OVERHEAD).ok_or(Error::Verification)?;
        check(len)?;
        if out.len() != len {
            let expected = "len(ciphertext) - 17";
            return Err(Error::length("out", expected, out.len()));
        }
        let (head, rest) = sealed.split_at(1);
        let (text, mac) = rest.split_at(len);
        let mut first = Wiped::new([0; 2 * BLOCK]);
        self.first_blocks(&mut first, head[0])?;
        let (mac_key, block) = first.split_at_mut(BLOCK);
        let tag = core::mem::replace(&mut block[0], head[0]);
        let mut own = Wiped::new([0; poly1305::TAG_LEN]);
        authenticate(&mut own, mac_key, aad, block, text)?;
        if !bool::from(own.ct_eq(mac)) {
            return Err(Error::Verification);
        }
        self.xor(out, text)?;
        self.advance(&own, tag)?;
        Ok(tag)
    }

    /// Switches to a new key that does not reveal the current key; both sides must do so at the
    /// same position.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn rekey(&mut self) -> Result<()> {
        let mut stream = Wiped::new([0; 40]);
        chacha20::stream(self.key(), self.nonce(), 0, &mut *stream)?;
        let (key, rest) = stream.split_at(COUNTER);
        for (byte, stream) in self.0[..COUNTER].iter_mut().zip(key) {
            *byte ^= stream;
        }
        for (byte, stream) in self.0[REST..USED].iter_mut().zip(rest) {
            *byte ^= stream;
        }
        self.0[COUNTER..REST].copy_from_slice(&[1, 0, 0, 0]);
        Ok(())
    }

    fn key(&self) -> &[u8; chacha20::KEY_LEN] {
        self.0.first_chunk().unwrap_or(&[0; 32])
    }

    fn nonce(&self) -> &[u8; chacha20::NONCE_LEN] {
        self.0[COUNTER..].first_chunk().unwrap_or(&[0; 12])
    }

    /// Computes two keystream blocks: the first half of the first block is the Poly1305 key, and
    /// the second block is XORed with `byte` in its first byte.
    fn first_blocks(&self, blocks: &mut [u8; 2 * BLOCK], byte: u8) -> Result<()> {
        chacha20::stream(self.key(), self.nonce(), 0, blocks)?;
        blocks[BLOCK] ^= byte;
        Ok(())
    }

    fn xor(&self, out: &mut [u8], text: &[u8]) -> Result<()> {
        chacha20::xor(self.key(), self.nonce(), 2, out, Source::From(text))
    }

    /// Advances to the position after a message.
    fn advance(&mut self, mac: &[u8; poly1305::TAG_LEN], tag: u8) -> Result<()> {
        for (byte, mac) in self.0[REST..USED].iter_mut().zip(mac) {
            *byte ^= mac;
        }
        crate::nacl::bytes::increment(&mut self.0[COUNTER..REST]);
        let is_over = self.0[COUNTER..REST] == [0; 4];
        if tag & TAG_REKEY != 0 || is_over { self.rekey() } else { Ok(()) }
    }
}

impl core::fmt::Debug for State<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("State(..)")
    }
}

/// Writes the MAC of the associated data, the block with the tag and the text, each padded,
/// followed by both lengths. The text's zero padding is its length modulo the block size instead of
/// the missing bytes: a libsodium quirk that is part of the frozen format. The MAC of a forgery is
/// secret, so it is not returned, which would leave a copy.
fn authenticate(
    to: &mut [u8; poly1305::TAG_LEN],
    mac_key: &[u8],
    aad: &[u8],
    block: &[u8],
    text: &[u8],
) -> Result<()> {
    const ZEROS: [u8; 16] = [0; 16];
    let mut mac = poly1305::init(mac_key.first_chunk().unwrap_or(&[0; 32]))?;
    mac.update(aad);
    mac.update(&ZEROS[..aad.len().wrapping_neg() % 16]);
    mac.update(block);
    mac.update(text);
    mac.update(&ZEROS[..text.len() % 16]);
    mac.update(&(aad.len() as u64).to_le_bytes());
    mac.update(&((BLOCK + text.len()) as u64).to_le_bytes());
    *to = mac.finish();
    Ok(())
}

fn check(len: usize) -> Result<()> {
    if len as u64 <= MESSAGE_MAX {
        return Ok(());
    }
    Err(Error::length("message", "at most 2^38 - 128", len))
}

/// Splits a sealed message into its first byte, its text and its MAC.
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
