//! SHA-256 in plain 32-bit integers, which hashes the messages sequentially.
//!
//! Origin: FIPS 180-4 through the portable candidate of `sha256`.

use subtle::{ConditionallySelectable, ConstantTimeGreater};

use super::input::{Chains, Messages, WORDS};
use super::{Candidate, Features, INITIAL, Meta, Ops};
use crate::prim::sha256::message::{BLOCK, Block};
use crate::prim::sha256::portable::compress;
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha256/portable"],
        ..Meta::own("portable", Features::NONE, "own, out of the portable SHA-256").checked()
    },
    ops: Ops { hash, advance },
};

fn hash(messages: &mut Messages<'_>) {
    let mut room = [0; BLOCK];
    let mut state = [0; 8];
    for message in 0..messages.count() {
        state = messages.start.state;
        for number in 0..messages.blocks() {
            let block = messages.block(message, number, &mut room);
            compress(&mut state, core::slice::from_ref(block));
        }
        messages.finish(message, |word| state[word]);
    }
    wipe(&mut room);
    wipe(&mut state);
}

fn advance(chains: &mut Chains<'_>, bound: u8) {
    let kept = chains.kept();
    let mut block = [0; BLOCK];
    let (mut value, mut state) = (chains.padding(), INITIAL);
    for chain in 0..chains.count() {
        let mut head = chains.head(chain);
        for (word, bytes) in value.iter_mut().zip(chains.value(chain)) {
            *word = u32::from_be_bytes(*bytes);
        }
        for step in 0..bound {
            write(&mut block, &head, &value, chains.tail(), chains.bits());
            head[5] = head[5].wrapping_add(1 << 8);
            state = INITIAL;
            compress(&mut state, &[block]);
            let taken = chains.steps(chain).ct_gt(&step.into());
            for word in 0..WORDS {
                let next = (state[word] & kept[word]) | (value[word] & !kept[word]);
                value[word].conditional_assign(&next, taken);
            }
        }
        chains.finish(chain, |word| value[word]);
    }
    wipe(&mut block);
    wipe(&mut value);
    wipe(&mut state);
}

/// Writes the message of a step into a block.
#[inline(always)]
fn write(block: &mut Block, head: &[u32; 6], value: &[u32; WORDS], tail: u32, bits: u32) {
    let mut words = [0; 16];
    words[..6].copy_from_slice(head);
    words[5] |= value[0] >> 24;
    for word in 0..WORDS {
        let next = if word + 1 < WORDS { value[word + 1] >> 24 } else { tail };
        words[word + 6] = value[word] << 8 | next;
    }
    words[15] = bits;
    for (bytes, word) in block.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_be_bytes();
    }
    wipe(&mut words);
}
