//! NaCl's box over XChaCha20 and Poly1305, as in libsodium: the first half of the first stream
//! block is the Poly1305 key, and the message starts at the second half.

use crate::error::{Error, Result};
use crate::nacl::secretbox::{NONCE_LEN, TAG_LEN};
use crate::prim::chacha20::{self, KEY_LEN};
use crate::prim::{Source, poly1305};
use crate::wipe::{Wiped, wipe_stack};

/// Number of bytes in a block of the keystream.
const BLOCK: usize = 64;
/// Number of keystream bytes to compute first, which suffice for a short message.
const FIRST: usize = 4 * BLOCK;
/// Number of bytes of the stack on which Poly1305 leaves limbs of its key.
const MAC_STACK: usize = 768;

/// Seals a message into `out`, which must be [`TAG_LEN`] bytes longer.
pub(super) fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    message: &[u8],
) -> Result<()> {
    let actual = out.len();
    let Some((tag, out)) = out.split_first_chunk_mut() else {
        return Err(wrong(actual, "len(message) + 16"));
    };
    check(out.len(), message.len(), "len(message) + 16", TAG_LEN)?;
    seal_detached(key, nonce, out, tag, message)
}

/// Does the same as [`seal`] with a separate tag.
pub(super) fn seal_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) -> Result<()> {
    check(out.len(), message.len(), "len(message)", 0)?;
    let mut first = Wiped::new([0; FIRST]);
    let stream = Stream::new(key, nonce, message.len(), &mut first)?;
    stream.xor(out, message)?;
    *tag = poly1305::tag(stream.mac_key(), out)?;
    wipe_stack::<MAC_STACK>();
    Ok(())
}

/// Opens a box into `out`, which must be [`TAG_LEN`] bytes shorter.
pub(super) fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    boxed: &[u8],
) -> Result<()> {
    let (tag, ciphertext) = boxed.split_first_chunk().ok_or(Error::Verification)?;
    check(out.len(), ciphertext.len(), "len(ciphertext) - 16", 0)?;
    open_detached(key, nonce, out, tag, ciphertext)
}

/// Does the same as [`open`] with a separate tag. Nothing is written before authentication
/// succeeds.
pub(super) fn open_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    check(out.len(), ciphertext.len(), "len(ciphertext)", 0)?;
    let mut first = Wiped::new([0; FIRST]);
    let stream = Stream::new(key, nonce, ciphertext.len(), &mut first)?;
    let genuine = poly1305::verify(stream.mac_key(), tag, ciphertext);
    wipe_stack::<MAC_STACK>();
    genuine?;
    stream.xor(out, ciphertext)
}

/// The first keystream blocks for a key and a nonce, followed by the rest of the stream. The blocks
/// are filled in place, because returning them would leave a copy.
struct Stream<'a> {
    key: &'a [u8; KEY_LEN],
    nonce: &'a [u8; NONCE_LEN],
    first: &'a [u8; FIRST],
}

impl<'a> Stream<'a> {
    /// Creates the stream for a text of `len` bytes.
    fn new(
        key: &'a [u8; KEY_LEN],
        nonce: &'a [u8; NONCE_LEN],
        len: usize,
        first: &'a mut [u8; FIRST],
    ) -> Result<Self> {
        let taken = len.min(FIRST - poly1305::KEY_LEN) + poly1305::KEY_LEN;
        chacha20::xor_extended(key, nonce, 0, &mut first[..taken], Source::Zero)?;
        Ok(Self { key, nonce, first })
    }

    /// Returns the Poly1305 key.
    fn mac_key(&self) -> &[u8; poly1305::KEY_LEN] {
        self.halves().0
    }

    /// Encrypts or decrypts a text with the length of `out`.
    fn xor(&self, out: &mut [u8], text: &[u8]) -> Result<()> {
        let (_, stream) = self.halves();
        let (head, tail) = out.split_at_mut(out.len().min(stream.len()));
        let (text, rest) = text.split_at(head.len());
        for ((out, byte), stream) in head.iter_mut().zip(text).zip(stream) {
            *out = byte ^ stream;
        }
        if tail.is_empty() {
            return Ok(());
        }
        let counter = (FIRST / BLOCK) as u64;
        chacha20::xor_extended(self.key, self.nonce, counter, tail, Source::From(rest))
    }

    fn halves(&self) -> (&[u8; poly1305::KEY_LEN], &[u8]) {
        self.first.split_first_chunk().unwrap_or((&[0; poly1305::KEY_LEN], &[]))
    }
}

/// Checks the length of the output without its tag. `more` is the length of the tag in `out`, which
/// the error adds to the lengths.
fn check(len: usize, wanted: usize, expected: &'static str, more: usize) -> Result<()> {
    if len == wanted { Ok(()) } else { Err(wrong(len + more, expected)) }
}

fn wrong(actual: usize, expected: &'static str) -> Error {
    Error::length("out", expected, actual)
}
