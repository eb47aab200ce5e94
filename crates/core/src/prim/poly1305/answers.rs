//! What the self-test is made of.

use super::{KEY_LEN, Ops, TAG_LEN};
use crate::choose::Runnable;
use crate::prim::selftest::{Checksum, message};

/// A message with its key and its tag.
pub(super) struct Example {
    pub(super) key: &'static [u8; KEY_LEN],
    pub(super) message: Message,
    pub(super) tag: [u8; TAG_LEN],
}

/// The message of an example.
pub(super) enum Message {
    Of(&'static [u8]),
    /// So many bytes that count modulo 251, at most [`LONGEST`]: a module for WebAssembly makes them when it
    /// needs them.
    Counting(usize),
}

impl Message {
    /// Its bytes; those that count are the first of `counting`.
    pub(super) fn bytes<'a>(&self, counting: &'a [u8; LONGEST]) -> &'a [u8] {
        match *self {
            Self::Of(bytes) => bytes,
            Self::Counting(len) => &counting[..len],
        }
    }
}

/// What a candidate must answer.
pub(super) struct Answers {
    /// Messages that are published with their tags, or whose tags can be read off.
    pub(super) examples: &'static [Example],
    /// The keys of all other messages.
    pub(super) keys: &'static [&'static [u8; KEY_LEN]],
    /// Lengths at which kernels change their ways, at most [`LONGEST`].
    pub(super) lengths: &'static [usize],
    /// The checksum of the tags of messages of these lengths: bytes that count modulo 251, and ones,
    /// each under every key.
    pub(super) tags: u64,
}

/// The longest message of a self-test.
pub(super) const LONGEST: usize = 1024;

/// The checksum of [`Answers`] of the tags that `tag` makes, as long as it makes any.
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

/// Whether a candidate gives the answers, in one call and in two pieces.
pub(super) fn agrees(candidate: Runnable<Ops>, answers: &Answers) -> bool {
    let tag = |key: &[u8; KEY_LEN], message: &[u8]| {
        let tag = candidate.tag(key, message);
        let mut mac = candidate.init(key);
        // A piece may fill nothing, one byte or some blocks before the next one comes.
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
