//! AES (FIPS 197) with keys of 16, 24 and 32 bytes, in three modes: CBC and CTR (SP 800-38A), which
//! encrypt without authentication, and GCM (SP 800-38D) with 12-byte nonces.
//!
//! The key length does not affect which candidate is selected for an operation.

pub mod aes256gcm;
mod bench;
mod candidate;
mod dispatch;
#[cfg(test)]
mod fuzz;
mod gcm;
mod ghash;
mod kat;
mod key;
pub(super) mod portable;
mod selftest;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_64;

use alloc::boxed::Box;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{Axis, Candidate, Definition, Operation, Primitive};
use crate::error::{Error, Result};
use crate::prim::Source;

use key::Prepared;

pub use super::shared::aes::Block;
pub use key::Key;
#[cfg(feature = "ipcrypt")]
pub(super) use key::Schedule;

/// Length of a GCM nonce in bytes.
pub const NONCE_LEN: usize = 12;
/// Length of a GCM tag in bytes.
pub const TAG_LEN: usize = 16;
/// Maximum length of a GCM message in bytes: 2^32 - 2 blocks, so that the 32-bit counter does not
/// wrap around to the block that masks the tag.
pub const GCM_MAX: u64 = (1 << 36) - 32;

type Nonce = [u8; NONCE_LEN];
type Tag = [u8; TAG_LEN];

/// The functions that a candidate implements. The caller has checked the lengths. Time depends only
/// on the lengths and, for `gcm_open`, on whether the tag is valid.
#[derive(Debug)]
pub struct Ops {
    /// Prepares a key for GCM, for messages and associated data of at most the given number of
    /// blocks.
    prepare: unsafe fn(&mut Prepared, Key<'_>, usize),
    /// Parameters: key, nonce, associated data, ciphertext, message. Returns the tag.
    gcm_seal: unsafe fn(&Prepared, &Nonce, &[u8], &mut [u8], &[u8]) -> Tag,
    /// Parameters: key, nonce, associated data, message, tag, ciphertext. The message buffer is
    /// wiped if the tag is invalid.
    gcm_open: unsafe fn(&Prepared, &Nonce, &[u8], &mut [u8], &Tag, &[u8]) -> Result<()>,
    /// Parameters: key, first counter block as a number, output, input. The output becomes the
    /// input XOR the encrypted counters, which are incremented modulo 2^128.
    ctr: unsafe fn(Key<'_>, u128, &mut [u8], Source<'_>),
    /// Parameters: key, initialisation vector, output, input. The vector becomes the last
    /// ciphertext block.
    cbc_encrypt: unsafe fn(Key<'_>, &mut Block, &mut [Block], Source<'_>),
    /// The inverse of `cbc_encrypt`.
    cbc_decrypt: unsafe fn(Key<'_>, &mut Block, &mut [Block], Source<'_>),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: vaes, aesni;
    any: portable;
};

const GCM_SEAL: usize = 0;
const GCM_OPEN: usize = 1;
const CTR: usize = 2;
const CBC_ENCRYPT: usize = 3;
const CBC_DECRYPT: usize = 4;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "aes",
        candidates: CANDIDATES,
        operations: &[
            Operation::new("gcm_seal", Axis::Bytes),
            Operation::new("gcm_open", Axis::Bytes),
            Operation::new("ctr", Axis::Bytes),
            Operation::new("cbc_encrypt", Axis::Bytes),
            Operation::new("cbc_decrypt", Axis::Bytes),
        ],
        offers: |_, _| true,
        selftest: selftest::passes,
        bench: bench::bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// Seals `message` into `out`, of the same length, with GCM. Returns the tag, which also covers the
/// associated data. A nonce must never repeat under a key.
///
/// # Errors
/// [`Error::Length`] if `out` does not have the message's length or the message is longer than
/// [`GCM_MAX`]; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_seal(
    key: Key<'_>,
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    message: &[u8],
) -> Result<[u8; TAG_LEN]> {
    check_gcm(out.len(), message.len())?;
    Ok(PRIMITIVE.pick(GCM_SEAL, message.len())?.gcm_seal(key, nonce, aad, out, message))
}

/// Opens `ciphertext` into `out`, of the same length, with GCM. Decrypts while hashing. Unless the
/// ciphertext and the associated data are genuine, fills `out` with zeros.
///
/// # Errors
/// [`Error::Verification`] if the ciphertext, the tag or the associated data is not genuine;
/// [`Error::Length`] if `out` does not have the ciphertext's length or the ciphertext is longer
/// than [`GCM_MAX`]; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn gcm_open(
    key: Key<'_>,
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    check_gcm(out.len(), ciphertext.len())?;
    PRIMITIVE.pick(GCM_OPEN, out.len())?.gcm_open(key, nonce, aad, out, tag, ciphertext)
}

/// Writes `source` XOR the encrypted counter blocks, starting at `counter`, to `out`. The counter
/// is a 128-bit big-endian number. After the call it is the counter of the first unused block, so
/// that a message can be processed in pieces of whole blocks.
///
/// # Errors
/// [`Error::Length`] if `source` and `out` differ in length, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn ctr(key: Key<'_>, counter: &mut Block, out: &mut [u8], source: Source<'_>) -> Result<()> {
    source.check(out.len())?;
    PRIMITIVE.pick(CTR, out.len())?.ctr(key, counter, out, source);
    Ok(())
}

/// Encrypts whole blocks with CBC. `iv` becomes the last ciphertext block, so that a message can be
/// processed in pieces.
///
/// # Errors
/// [`Error::Length`] if `source` and `out` differ in length, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn cbc_encrypt(
    key: Key<'_>,
    iv: &mut Block,
    out: &mut [Block],
    source: Source<'_>,
) -> Result<()> {
    let len = out.as_flattened().len();
    source.check(len)?;
    PRIMITIVE.pick(CBC_ENCRYPT, len)?.cbc_encrypt(key, iv, out, source);
    Ok(())
}

/// Decrypts the output of [`cbc_encrypt`].
///
/// # Errors
/// Same as [`cbc_encrypt`].
pub fn cbc_decrypt(
    key: Key<'_>,
    iv: &mut Block,
    out: &mut [Block],
    source: Source<'_>,
) -> Result<()> {
    let len = out.as_flattened().len();
    source.check(len)?;
    PRIMITIVE.pick(CBC_DECRYPT, len)?.cbc_decrypt(key, iv, out, source);
    Ok(())
}

fn check_gcm(out_len: usize, input_len: usize) -> Result<()> {
    if input_len as u64 > GCM_MAX {
        let expected = "at most 2^36 - 32";
        return Err(Error::length("message", expected, input_len));
    }
    if out_len != input_len {
        let expected = "len(message)";
        return Err(Error::length("out", expected, out_len));
    }
    Ok(())
}

/// A key prepared for any number of GCM messages, usable by every candidate. It is wiped when
/// dropped.
pub struct GcmKey(
    /// The key is on the heap, so that moving the value does not leave a copy.
    Box<Prepared>,
);

impl GcmKey {
    /// Prepares a key for GCM.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(key: Key<'_>) -> Result<Self> {
        let mut prepared = Box::new(Prepared::empty());
        PRIMITIVE.pick(GCM_SEAL, 0)?.prepare(&mut prepared, key);
        Ok(Self(prepared))
    }

    /// Same as [`gcm_seal`].
    ///
    /// # Errors
    /// Same as [`gcm_seal`].
    pub fn seal(
        &self,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        message: &[u8],
    ) -> Result<[u8; TAG_LEN]> {
        check_gcm(out.len(), message.len())?;
        let run = PRIMITIVE.pick(GCM_SEAL, message.len())?;
        Ok(run.seal_with(&self.0, nonce, aad, out, message))
    }

    /// Same as [`gcm_open`].
    ///
    /// # Errors
    /// Same as [`gcm_open`].
    pub fn open(
        &self,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        out: &mut [u8],
        tag: &[u8; TAG_LEN],
        ciphertext: &[u8],
    ) -> Result<()> {
        check_gcm(out.len(), ciphertext.len())?;
        let run = PRIMITIVE.pick(GCM_OPEN, out.len())?;
        run.open_with(&self.0, nonce, aad, out, tag, ciphertext)
    }
}

impl core::fmt::Debug for GcmKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("GcmKey(..)")
    }
}
