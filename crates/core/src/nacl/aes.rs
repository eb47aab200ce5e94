//! AES with 16-, 24- and 32-byte keys (FIPS 197), in the modes that other formats require.
//!
//! GCM authenticates; [`crate::nacl::aead`] also provides it, for 32-byte keys. CBC and CTR encrypt
//! without authentication: an attacker can change the plaintext unnoticed by changing the
//! ciphertext, and can decrypt CBC with an oracle for its padding. Use them only for existing
//! formats, under a MAC that is verified first.
//!
//! ```
//! use quicksalt::nacl::aes::{self, Key};
//!
//! let key = Key::try_from(&[7; 16][..])?;
//! let sealed = aes::gcm_seal(b"hello", b"version 1", &[1; aes::NONCE_LEN], &key)?;
//! let opened = aes::gcm_open(&sealed, b"version 1", &[1; aes::NONCE_LEN], &key)?;
//! assert_eq!(opened, b"hello");
//!
//! let hidden = aes::cbc_encrypt(b"hello", &[2; aes::BLOCK_LEN], &key)?;
//! assert_eq!(aes::cbc_decrypt(&hidden, &[2; aes::BLOCK_LEN], &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::vec::Vec;

use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _, ConstantTimeGreater as _};

use crate::error::{Error, Result};
use crate::memory;
use crate::prim::Source;
use crate::prim::aes_modes as aes;
use crate::wipe::{Wiped, wipe};

pub use crate::prim::aes_modes::{NONCE_LEN, TAG_LEN};

/// Length of a block, a counter block and an initialization vector in bytes.
pub const BLOCK_LEN: usize = 16;
/// The longest message for GCM in bytes.
pub const GCM_MESSAGE_MAX: u64 = aes::GCM_MAX;

/// A key for AES-128, AES-192 or AES-256. Wiped when dropped, never printed.
#[derive(Clone)]
pub struct Key {
    bytes: Wiped<[u8; 32]>,
    len: usize,
}

impl Key {
    /// The length in bytes: 16, 24 or 32.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "none is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    fn with<T>(&self, call: impl FnOnce(aes::Key<'_>) -> Result<T>) -> Result<T> {
        call(aes::Key::new(&self.bytes[..self.len])?)
    }
}

impl TryFrom<&[u8]> for Key {
    type Error = Error;

    /// Copies the bytes; [`Error::Length`] unless there are 16, 24 or 32.
    fn try_from(bytes: &[u8]) -> Result<Self> {
        aes::Key::new(bytes)?;
        let mut key = Self { bytes: Wiped::new([0; 32]), len: bytes.len() };
        key.bytes[..bytes.len()].copy_from_slice(bytes);
        Ok(key)
    }
}

impl core::fmt::Debug for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Seals a message with GCM and authenticates `aad` with it; returns the ciphertext followed by the
/// tag. Never use a nonce twice with the same key.
///
/// # Errors
/// [`Error::Length`] if the message is longer than [`GCM_MESSAGE_MAX`], [`Error::OutOfMemory`] if
/// memory is exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_seal(message: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut sealed = memory::zeros(message.len() + TAG_LEN)?;
    gcm_seal_into(&mut sealed, message, aad, nonce, key)?;
    Ok(sealed)
}

/// Does the same as [`gcm_seal`], but writes to `out`, which must be [`TAG_LEN`] bytes longer than
/// the message.
///
/// # Errors
/// [`Error::Length`] if `out` has the wrong length or the message is longer than
/// [`GCM_MESSAGE_MAX`], [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_seal_into(
    out: &mut [u8],
    message: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &Key,
) -> Result<()> {
    let (text, tag) = with_tag(out, message.len())?;
    *tag = key.with(|key| aes::gcm_seal(key, nonce, aad, text, message))?;
    Ok(())
}

fn with_tag(out: &mut [u8], message_len: usize) -> Result<(&mut [u8], &mut [u8; TAG_LEN])> {
    let (expected, actual) = ("len(message) + 16", out.len());
    let (text, tag) = out
        .split_last_chunk_mut()
        .filter(|(text, _)| text.len() == message_len)
        .ok_or(Error::length("out", expected, actual))?;
    Ok((text, tag))
}

/// Opens a message that [`gcm_seal`] has sealed. `aad` must be the same as for sealing.
///
/// # Errors
/// [`Error::Verification`] if authentication fails, [`Error::OutOfMemory`] if memory is exhausted,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_open(sealed: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut message = memory::zeros(sealed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?)?;
    gcm_open_into(&mut message, sealed, aad, nonce, key)?;
    Ok(message)
}

/// Does the same as [`gcm_open`], but writes to `out`, which must be [`TAG_LEN`] bytes shorter than
/// `sealed`.
///
/// # Errors
/// [`Error::Verification`] if authentication fails; `out` is then all zeros. [`Error::Length`] if
/// `out` has the wrong length, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_open_into(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &Key,
) -> Result<()> {
    let (text, tag) = sealed.split_last_chunk().ok_or(Error::Verification)?;
    key.with(|key| aes::gcm_open(key, nonce, aad, out, tag, text))
}

/// XORs `input` with the encrypted counter blocks from `counter` on and writes the result into
/// `out`, which must have the same length. Encryption and decryption are the same operation. The
/// counter is a 128-bit big-endian number. After the call it is the counter of the first unused
/// block, so that a message can be processed in pieces of whole blocks. Never use a counter block
/// twice with the same key.
///
/// # Errors
/// [`Error::Length`] if `out` and `input` differ in length, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn ctr_xor_into(
    out: &mut [u8],
    input: &[u8],
    counter: &mut [u8; BLOCK_LEN],
    key: &Key,
) -> Result<()> {
    key.with(|key| aes::ctr(key, counter, out, Source::From(input)))
}

/// Returns the length of the output of [`cbc_encrypt`], which pads the message with 1 to 16 bytes
/// to whole blocks.
///
/// # Errors
/// [`Error::Length`] if that length overflows `usize`.
pub fn cbc_len(message_len: usize) -> Result<usize> {
    let padded = (message_len / BLOCK_LEN + 1).checked_mul(BLOCK_LEN);
    let expected = "at most usize::MAX - 16";
    padded.ok_or(Error::length("message", expected, message_len))
}

/// Encrypts a message with CBC and PKCS #7 padding (RFC 5652 section 6.3): each padding byte is the
/// number of padding bytes. The initialization vector must be unpredictable.
///
/// # Errors
/// [`Error::OutOfMemory`] if memory is exhausted, [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn cbc_encrypt(message: &[u8], iv: &[u8; BLOCK_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut out = memory::zeros(cbc_len(message.len())?)?;
    cbc_encrypt_into(&mut out, message, iv, key)?;
    Ok(out)
}

/// Does the same as [`cbc_encrypt`], but writes to `out`, which must be [`cbc_len`] bytes long.
///
/// # Errors
/// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn cbc_encrypt_into(
    out: &mut [u8],
    message: &[u8],
    iv: &[u8; BLOCK_LEN],
    key: &Key,
) -> Result<()> {
    let (whole, rest) = message.as_chunks::<BLOCK_LEN>();
    let (blocks, over) = out.as_chunks_mut::<BLOCK_LEN>();
    let (Some((last, blocks)), true) = (blocks.split_last_mut(), over.is_empty()) else {
        return Err(wrong_out(out.len()));
    };
    if blocks.len() != whole.len() {
        return Err(wrong_out(out.len()));
    }
    let mut chain = *iv;
    *last = [(BLOCK_LEN - rest.len()) as u8; BLOCK_LEN];
    last[..rest.len()].copy_from_slice(rest);
    key.with(|key| {
        aes::cbc_encrypt(key, &mut chain, blocks, Source::From(whole.as_flattened()))?;
        aes::cbc_encrypt(key, &mut chain, core::slice::from_mut(last), Source::InPlace)
    })
}

fn wrong_out(actual: usize) -> Error {
    Error::length("out", "cbc_len(len(message))", actual)
}

/// Decrypts a message that [`cbc_encrypt`] has encrypted.
///
/// # Errors
/// [`Error::Verification`] if the ciphertext is not whole blocks or its padding is wrong; other
/// changes to the ciphertext go unnoticed. [`Error::OutOfMemory`] if memory is exhausted,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn cbc_decrypt(ciphertext: &[u8], iv: &[u8; BLOCK_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut message = memory::zeros(ciphertext.len())?;
    let len = cbc_decrypt_into(&mut message, ciphertext, iv, key)?;
    message.truncate(len);
    Ok(message)
}

/// Does the same as [`cbc_decrypt`], but writes to `out`, which must have the length of the
/// ciphertext; returns the length of the message, which the padding follows. The time does not
/// depend on the padding.
///
/// # Errors
/// The errors of [`cbc_decrypt`]; `out` then contains no plaintext. [`Error::Length`] if `out` has
/// the wrong length.
pub fn cbc_decrypt_into(
    out: &mut [u8],
    ciphertext: &[u8],
    iv: &[u8; BLOCK_LEN],
    key: &Key,
) -> Result<usize> {
    let (expected, actual) = ("len(ciphertext)", out.len());
    if out.len() != ciphertext.len() {
        return Err(Error::length("out", expected, actual));
    }
    let (blocks, rest) = out.as_chunks_mut::<BLOCK_LEN>();
    if blocks.is_empty() || !rest.is_empty() {
        return Err(Error::Verification);
    }
    key.with(|key| aes::cbc_decrypt(key, &mut iv.clone(), blocks, Source::From(ciphertext)))?;
    let padding = blocks.last().map(padding_len).unwrap_or_default();
    if padding == 0 {
        wipe(out);
        return Err(Error::Verification);
    }
    Ok(out.len() - usize::from(padding))
}

/// Returns the padding length of the last block, 1 to 16, or 0 for wrong padding, in constant time.
fn padding_len(last: &[u8; BLOCK_LEN]) -> u8 {
    let len = last[BLOCK_LEN - 1];
    let mut right = !len.ct_eq(&0) & !len.ct_gt(&(BLOCK_LEN as u8));
    for (i, byte) in last.iter().rev().enumerate() {
        let is_message: Choice = !len.ct_gt(&(i as u8));
        right &= is_message | byte.ct_eq(&len);
    }
    u8::conditional_select(&0, &len, right)
}
