//! What the self-tests of stream ciphers are made of.

use super::{Cipher, Ops};
use crate::choose::Runnable;
use crate::prim::{Source, selftest};

/// What a candidate must answer.
pub(in crate::prim) struct Answers<const NONCE: usize, const KEY: usize> {
    pub(in crate::prim) key: &'static [u8; KEY],
    pub(in crate::prim) nonce: &'static [u8; NONCE],
    /// The block that everything but [`Self::late`] begins with.
    pub(in crate::prim) block: u64,
    /// An example that is published: a message and what the cipher makes of it.
    pub(in crate::prim) message: &'static [u8],
    pub(in crate::prim) ciphertext: &'static [u8],
    /// The checksum of the first bytes of keystream, as many as [`selftest::STREAM`].
    pub(in crate::prim) keystream: u64,
    /// A block so late that the counter of kernels runs over or ends behind it, and the checksum of
    /// [`LATE`] bytes from it on.
    pub(in crate::prim) late: (u64, u64),
}

/// Twenty blocks of 64, more than any kernel makes at once.
pub(in crate::prim) const LATE: usize = 20 * 64;

/// The most bytes that a published example may have.
const EXAMPLE: usize = 128;

/// Pieces of a stream: within a block, to its end, over several, and across all passes of kernels.
const PIECES: [usize; 9] = [1, 62, 1, 0, 100, 28, 64, 1100, 1500];

/// Whether a candidate gives the answers.
pub(in crate::prim) fn agrees<
    C: Cipher<BLOCK, NONCE, KEY>,
    const BLOCK: usize,
    const NONCE: usize,
    const KEY: usize,
>(
    candidate: Runnable<Ops<C, BLOCK, NONCE, KEY>>,
    answers: &Answers<NONCE, KEY>,
) -> bool {
    let &Answers { key, nonce, block, message, ciphertext, keystream, late } = answers;
    let mut own = [0; EXAMPLE];
    let own = &mut own[..message.len()];
    own.copy_from_slice(message);
    candidate.xor(key, nonce, block, own, Source::InPlace);
    let mut last = [0; LATE];
    candidate.xor(key, nonce, late.0, &mut last, Source::Zero);
    own == ciphertext
        && selftest::checksum(&last) == late.1
        && selftest::streams(keystream, |out, source| {
            candidate.xor(key, nonce, block, out, source);
        })
        // No function of a module gives a stream piece by piece.
        && (cfg!(lean) || agrees_in_pieces(candidate, answers))
}

/// Whether a stream that is taken in pieces is the one of a single call.
fn agrees_in_pieces<
    C: Cipher<BLOCK, NONCE, KEY>,
    const BLOCK: usize,
    const NONCE: usize,
    const KEY: usize,
>(
    candidate: Runnable<Ops<C, BLOCK, NONCE, KEY>>,
    answers: &Answers<NONCE, KEY>,
) -> bool {
    let &Answers { key, nonce, block, keystream, late, .. } = answers;
    let mut pieces = [0; selftest::STREAM];
    let mut stream = candidate.init(key, nonce);
    if block > 0 {
        stream.seek(block);
    }
    let (mut at, mut done) = (0, true);
    for len in PIECES {
        done &= stream.xor(&mut pieces[at..at + len], Source::Zero).is_ok();
        at += len;
    }
    done &= stream.xor(&mut pieces[at..], Source::InPlace).is_ok();
    let mut last = [0; LATE];
    stream.seek(late.0);
    done &= stream.xor(&mut last, Source::Zero).is_ok();
    done && selftest::checksum(&pieces) == keystream && selftest::checksum(&last) == late.1
}
