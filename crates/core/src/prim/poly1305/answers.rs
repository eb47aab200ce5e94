//! The messages and the known answers of the self-test.

use super::{KEY_LEN, Ops, TAG_LEN};
use crate::choose::Runnable;
use crate::prim::selftest::{Checksum, message};

/// A message, its key and its tag.
pub(super) struct Example {
    pub(super) key: &'static [u8; KEY_LEN],
    pub(super) message: Message,
    pub(super) tag: [u8; TAG_LEN],
}

/// The message of an example.
pub(super) enum Message {
    Of(&'static [u8]),
    /// A message of this number of bytes, at most [`LONGEST`], that count up modulo 251. The bytes
    /// are generated when needed, which makes WebAssembly modules smaller.
    Counting(usize),
}

impl Message {
    /// Returns the bytes of the message; a counting message is a prefix of `counting`.
    pub(super) fn bytes<'a>(&self, counting: &'a [u8; LONGEST]) -> &'a [u8] {
        match *self {
            Self::Of(bytes) => bytes,
            Self::Counting(len) => &counting[..len],
        }
    }
}

/// The answers that a candidate must produce.
pub(super) struct Answers {
    /// Messages with published or obvious tags.
    pub(super) examples: &'static [Example],
    /// The keys of all other messages.
    pub(super) keys: &'static [&'static [u8; KEY_LEN]],
    /// Lengths at which kernels switch between code paths, at most [`LONGEST`].
    pub(super) lengths: &'static [usize],
    /// The checksum of tags under every key. The messages have these [`lengths`](Self::lengths) and
    /// consist of bytes that count up modulo 251, or of 0xff bytes.
    pub(super) tags: u64,
}

/// The longest message of a self-test.
pub(super) const LONGEST: usize = 1024;

/// Returns the checksum for [`Answers`] of the tags that `tag` computes, or `None` if `tag` fails.
pub(super) fn checksum(
    answers: &Answers,
    tag: impl Fn(&[u8; KEY_LEN], &[u8]) -> Option<[u8; TAG_LEN]>,
) -> Option<u64> {
    let (mut sum, messages) = (Checksum::new(), [message(), [0xff; LONGEST]]);
    for &len in answers.lengths {
        for message in &messages {
            for key in answers.keys {
                sum.add(&tag(key, &message[..len])?);
            }
        }
    }
    Some(sum.value())
}

/// Returns whether a candidate yields the known answers, both in one call and in two pieces.
pub(super) fn agrees(candidate: Runnable<Ops>, answers: &Answers) -> bool {
    let tag = |key: &[u8; KEY_LEN], message: &[u8]| {
        let tag = candidate.tag(key, message);
        let mut mac = candidate.init(key);
        // The first piece is empty, one byte, or some blocks and a partial block.
        let (len, third) = (message.len(), message.len() / 3);
        let (head, tail) = message.split_at(if len.is_multiple_of(2) { third } else { 1 });
        mac.update(head);
        mac.update(tail);
        (mac.finish() == tag).then_some(tag)
    };
    checksum(answers, tag) == Some(answers.tags)
        && answers
            .examples
            .iter()
            .all(|known| tag(known.key, known.message.bytes(&message())) == Some(known.tag))
}
