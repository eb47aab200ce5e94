//! What the self-tests of authenticators are made of.

use super::{Ops, State};
use crate::choose::Runnable;
use crate::prim::selftest::{Checksum, message};

/// A message with its key and its tag.
pub(in crate::prim) struct Example<const KEY: usize, const TAG: usize> {
    pub(in crate::prim) key: &'static [u8; KEY],
    pub(in crate::prim) message: Message,
    pub(in crate::prim) tag: [u8; TAG],
}

/// The message of an example.
pub(in crate::prim) enum Message {
    Of(&'static [u8]),
    /// So many bytes that count modulo 251, at most [`LONGEST`]: a module for WebAssembly makes them when it
    /// needs them.
    Counting(usize),
}

impl Message {
    /// Its bytes; those that count are the first of `counting`.
    pub(in crate::prim) fn bytes<'a>(&self, counting: &'a [u8; LONGEST]) -> &'a [u8] {
        match *self {
            Self::Of(bytes) => bytes,
            Self::Counting(len) => &counting[..len],
        }
    }
}

/// What a candidate must answer.
pub(in crate::prim) struct Answers<const KEY: usize, const TAG: usize> {
    /// Messages that are published with their tags, or whose tags can be read off.
    pub(in crate::prim) examples: &'static [Example<KEY, TAG>],
    /// The keys of all other messages.
    pub(in crate::prim) keys: &'static [&'static [u8; KEY]],
    /// Lengths at which kernels change their ways, at most [`LONGEST`].
    pub(in crate::prim) lengths: &'static [usize],
    /// The checksum of the tags of messages of these lengths: bytes that count modulo 251, and ones,
    /// each under every key.
    pub(in crate::prim) tags: u64,
}

/// The longest message of a self-test.
pub(in crate::prim) const LONGEST: usize = 1024;

/// The checksum of [`Answers`] of the tags that `tag` makes, as long as it makes any.
pub(in crate::prim) fn checksum<const KEY: usize, const TAG: usize>(
    answers: &Answers<KEY, TAG>,
    tag: impl Fn(&[u8; KEY], &[u8]) -> Option<[u8; TAG]>,
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
pub(in crate::prim) fn agrees<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    candidate: Runnable<Ops<S, BLOCK, KEY, TAG>>,
    answers: &Answers<KEY, TAG>,
) -> bool {
    let tag = |key: &[u8; KEY], message: &[u8]| {
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
