//! What is behind the header: chunks of 64 KiB, each sealed under a nonce that counts them and tells the
//! last from the others.

use quicksalt::nacl::aead::chacha20poly1305_ietf::{self as aead, Key};
use quicksalt::nacl::hkdf;
use quicksalt::{Error as Primitive, Wiped};

use super::header::FileKey;
use crate::error::{Error, Result};
use crate::pipeline::{Out, Work};

/// Length in bytes of a chunk, and of one that is sealed.
pub(super) const CHUNK: usize = 64 << 10;
pub(super) const SEALED: usize = CHUNK + aead::TAG_LEN;

/// Length in bytes of what stands between header and chunks, out of which their key is derived.
pub(super) const NONCE_LEN: usize = 16;

/// Length in bytes of a counter.
const COUNTER_LEN: usize = 8;

pub(super) fn key(file_key: &FileKey, nonce: &[u8; NONCE_LEN]) -> Result<Key> {
    let mut key = Wiped::new([0; 32]);
    hkdf::sha256(&mut *key, &**file_key, nonce, b"payload")?;
    Ok(Key::from(*key))
}

/// The number in eleven bytes, the first highest, and whether it is the last.
fn nonce(number: u64, is_last: bool) -> [u8; aead::NONCE_LEN] {
    let mut nonce = [0; aead::NONCE_LEN];
    nonce[3..3 + COUNTER_LEN].copy_from_slice(&number.to_be_bytes());
    nonce[aead::NONCE_LEN - 1] = is_last.into();
    nonce
}

/// Seals chunks.
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

/// Opens chunks.
pub(super) struct Open(pub(super) Key);

impl Work for Open {
    const CHUNK: usize = SEALED;
    const OUT: usize = CHUNK;

    fn chunk(&self, number: u64, is_last: bool, chunk: &[u8], out: &mut Out) -> Result<()> {
        let len = chunk.len().checked_sub(aead::TAG_LEN).ok_or(Error::Payload)?;
        // The last chunk is empty where all are.
        if len == 0 && number > 0 {
            return Err(Error::Payload);
        }
        let mut open = |is_last| {
            let nonce = nonce(number, is_last);
            out.append(len, |out| aead::open_into(out, chunk, b"", &nonce, &self.0))
        };
        let mut opened = open(is_last);
        // A chunk that stands where none of its kind may, one that ends the file and is followed or one
        // that does not and is its end, is genuine all the same: it is given out before the error.
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
