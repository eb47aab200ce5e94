//! The hash functions of the signature schemes, for one message or for many messages in parallel.
// May import: `error`, `message`.

mod chains;
mod family;
pub(crate) mod keyed;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use alloc::vec::Vec;

use quicksalt::hazmat::{sha256, sha256_lanes, shake256};
use quicksalt::memory;

use crate::error::Result;
use crate::message::Message;

pub use family::Family;

pub(crate) use chains::{Chains, PREFIX_LEN, Steps};

/// The longest digest used by a scheme, in bytes.
const DIGEST_MAX: usize = 32;

/// A hash function; shorter digests are prefixes of the full digest.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Hash {
    /// SHA-256 (FIPS 180-4).
    Sha256,
    /// SHAKE256 (FIPS 202).
    Shake256,
}

impl Hash {
    /// Fills `out`, at most 32 bytes for SHA-256, with the digest of the concatenated parts.
    pub(crate) fn digest(self, out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
        debug_assert!(self == Self::Shake256 || out.len() <= DIGEST_MAX);
        match self {
            Self::Sha256 => {
                let digest = quicksalt::Wiped::new(sha256::hash(parts)?);
                out.copy_from_slice(&digest[..out.len()]);
            }
            Self::Shake256 => shake256::hash(out, parts)?,
        }
        Ok(())
    }

    /// Computes the digest of `start` followed by a message.
    pub(crate) fn digest_message(
        self,
        out: &mut [u8],
        start: &[&[u8]],
        message: Message<'_>,
    ) -> Result<()> {
        match (self, message) {
            (_, Message::Bytes(bytes)) => {
                let parts = memory::collect(start.iter().copied().chain([bytes]))?;
                self.digest(out, &parts)?;
            }
            (Self::Sha256, Message::Pieces(pieces)) => {
                let mut hasher = sha256::hasher()?;
                start.iter().for_each(|part| hasher.update(part));
                pieces.for_each(&mut |piece| hasher.update(piece))?;
                out.copy_from_slice(&hasher.digest()[..out.len()]);
            }
            (Self::Shake256, Message::Pieces(pieces)) => {
                let mut hasher = shake256::hasher()?;
                start.iter().for_each(|part| hasher.update(part));
                pieces.for_each(&mut |piece| hasher.update(piece))?;
                hasher.finish().read(out);
            }
        }
        Ok(())
    }

    /// Computes the `n`-byte digests of consecutive messages of equal length, and writes them
    /// consecutively to `out`. The length of `out` determines the number of messages.
    pub(crate) fn many(self, n: usize, out: &mut [u8], messages: &[u8]) -> Result<()> {
        self.many_from(n, out, &[], messages)
    }

    /// Hashes like [`Self::many`], with messages that all begin with `start`; `messages` contains
    /// the rest of each message. Whole SHA-256 blocks of `start` are hashed only once.
    pub(crate) fn many_from(
        self,
        n: usize,
        out: &mut [u8],
        start: &[u8],
        messages: &[u8],
    ) -> Result<()> {
        let count = out.len() / n;
        debug_assert!(out.len() == count * n && messages.len().is_multiple_of(count.max(1)));
        let length = (messages.len() / count.max(1)).max(1);
        if self == Self::Sha256 && count > 1 {
            let (blocks, rest) = start.as_chunks();
            let joined;
            let messages = if rest.is_empty() {
                messages
            } else {
                let each = messages.chunks_exact(length);
                joined = each.flat_map(|message| [rest, message]).collect::<Vec<_>>().concat();
                &joined
            };
            let start = sha256_lanes::Midstate::after(blocks);
            let messages = sha256_lanes::Messages::new(&start, out, messages, n)?;
            return Ok(sha256_lanes::hash(messages)?);
        }
        for (digest, message) in out.chunks_exact_mut(n).zip(messages.chunks_exact(length)) {
            self.digest(digest, &[start, message])?;
        }
        Ok(())
    }
}
