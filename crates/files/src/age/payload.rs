//! The payload after the header: chunks of 64 KiB, each sealed under a nonce that counts the chunks
//! and marks the last chunk.

use quicksalt::nacl::aead::chacha20poly1305_ietf::{self as aead, Key};
use quicksalt::nacl::hkdf;
use quicksalt::{Error as Primitive, Wiped};

use super::header::FileKey;
use crate::error::{Error, Result};
use crate::pipeline::{Out, Work};

/// The lengths in bytes of a plaintext chunk and of a sealed chunk.
pub(super) const CHUNK: usize = 64 << 10;
pub(super) const SEALED: usize = CHUNK + aead::TAG_LEN;

/// The length in bytes of the nonce between header and chunks. The payload key is derived from this
/// nonce.
pub(super) const NONCE_LEN: usize = 16;

/// The length of a chunk counter in bytes.
const COUNTER_LEN: usize = 8;

pub(super) fn key(file_key: &FileKey, nonce: &[u8; NONCE_LEN]) -> Result<Key> {
    let mut key = Wiped::new([0; 32]);
    hkdf::sha256(&mut *key, &**file_key, nonce, b"payload")?;
    Ok(Key::from(*key))
}

/// Returns the nonce of a chunk: the chunk number as 11 big-endian bytes, then the last-chunk flag.
fn nonce(number: u64, is_last: bool) -> [u8; aead::NONCE_LEN] {
    let mut nonce = [0; aead::NONCE_LEN];
    nonce[3..3 + COUNTER_LEN].copy_from_slice(&number.to_be_bytes());
    nonce[aead::NONCE_LEN - 1] = is_last.into();
    nonce
}

/// Seals chunks under the payload key.
pub(super) struct Seal(pub(super) Key);

impl Work for Seal {
    const CHUNK: usize = CHUNK;
    const OUT: usize = SEALED;

    fn chunk(&self, number: u64, is_last: bool, chunk: &[u8], out: &mut Out) -> Result<()> {
        let nonce = nonce(number, is_last);
        let seal = |out: &mut [u8]| aead::seal_into(out, chunk, b"", &nonce, &self.0);
        Ok(out.append(chunk.len() + aead::TAG_LEN, seal)?)
    }
}

/// Opens chunks under the payload key.
pub(super) struct Open(pub(super) Key);

impl Work for Open {
    const CHUNK: usize = SEALED;
    const OUT: usize = CHUNK;

    fn chunk(&self, number: u64, is_last: bool, chunk: &[u8], out: &mut Out) -> Result<()> {
        let len = chunk.len().checked_sub(aead::TAG_LEN).ok_or(Error::Payload)?;
        // Only an empty file may have an empty last chunk.
        if len == 0 && number > 0 {
            return Err(Error::Payload);
        }
        let mut open = |is_last| {
            let nonce = nonce(number, is_last);
            out.append(len, |out| aead::open_into(out, chunk, b"", &nonce, &self.0))
        };
        let mut opened = open(is_last);
        // A chunk with the wrong last-chunk flag is still authentic: either data follows the last
        // chunk, or the file ends too early. So its plaintext is released before the error.
        let may_be_other = !is_last || chunk.len() == SEALED;
        let is_misplaced = may_be_other && opened == Err(Primitive::Verification) && {
            opened = open(!is_last);
            opened.is_ok()
        };
        match opened {
            Ok(()) if !is_misplaced => Ok(()),
            Ok(()) | Err(Primitive::Verification) => Err(Error::Payload),
            Err(error) => Err(error.into()),
        }
    }
}
