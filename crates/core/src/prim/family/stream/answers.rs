//! The known answers in the self-tests of stream ciphers.

use super::{Cipher, Ops};
use crate::choose::Runnable;
use crate::prim::{Source, selftest};

/// The known answers of a cipher.
pub(in crate::prim) struct Answers<const NONCE: usize, const KEY: usize> {
    pub(in crate::prim) key: &'static [u8; KEY],
    pub(in crate::prim) nonce: &'static [u8; NONCE],
    /// The first block of all answers except [`Self::late`].
    pub(in crate::prim) block: u64,
    /// A published example: a message and its ciphertext.
    pub(in crate::prim) message: &'static [u8],
    pub(in crate::prim) ciphertext: &'static [u8],
    /// The checksum of the first [`selftest::STREAM`] bytes of keystream.
    pub(in crate::prim) keystream: u64,
    /// A block after which the kernels' counter overflows or the stream ends, and the checksum of
    /// the [`LATE`] bytes from this block on.
    pub(in crate::prim) late: (u64, u64),
}

/// Twenty blocks of 64 bytes, more than any kernel computes in one pass.
pub(in crate::prim) const LATE: usize = 20 * 64;

/// Maximum length of a published example in bytes.
const EXAMPLE: usize = 128;

/// Lengths of pieces: within a block, up to its end, across several blocks, and across all passes
/// of kernels.
const PIECES: [usize; 9] = [1, 62, 1, 0, 100, 28, 64, 1100, 1500];

/// Returns whether a candidate reproduces the known answers.
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
        // WebAssembly modules export no incremental stream.
        && (cfg!(lean) || agrees_in_pieces(candidate, answers))
}

/// Returns whether an incremental stream equals the stream of a single call.
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
