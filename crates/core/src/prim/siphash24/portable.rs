//! SipHash-2-4 in plain 64-bit integers.
//!
//! Origin: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), section 2,
//! from the text; the 16-byte tag after the authors' reference code. The state is four words in
//! registers. The chain of additions, rotations and XORs from one word to the next bounds the
//! speed, so vectors gain nothing and BMI2's `rorx` nothing or less. As written in the paper the
//! chain takes nine cycles per word, because v3 waits for the word; here it takes eight, because
//! the word is XORed in earlier.

use super::{BLOCK, Chain, KEY_LEN, Ops, Word};
use crate::choose::{Candidate, Features, Meta};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the paper of 2012").checked(),
    ops: Ops { tag_64: tag, tag_128: tag },
};

/// "somepseudorandomlygeneratedbytes", big-endian.
const INITIAL: Chain =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

/// Returns the tag of a message, of 8 or 16 bytes. The words stay in registers, so nothing needs
/// wiping.
fn tag<const TAG: usize>(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG] {
    finished(absorbed(begun::<TAG>(key), message.as_chunks().0), last_word(message, message.len()))
}

/// Returns the state after the key.
#[inline(always)]
pub(super) fn begun<const TAG: usize>(key: &[u8; KEY_LEN]) -> Chain {
    const { assert!(TAG == 8 || TAG == 16) };
    let key = u128::from_le_bytes(*key);
    let [low, high] = [key as u64, (key >> 64) as u64];
    let mut chain = INITIAL;
    for (word, key) in chain.iter_mut().zip([low, high, low, high]) {
        *word ^= key;
    }
    if TAG == 16 {
        chain[1] ^= 0xee;
    }
    chain
}

/// Absorbs full blocks.
#[inline(always)]
pub(super) fn absorb(chain: &mut Chain, words: &[Word]) {
    *chain = absorbed(*chain, words);
}

#[inline(always)]
fn absorbed(mut v: Chain, words: &[Word]) -> Chain {
    let Some((first, rest)) = words.split_first() else {
        return v;
    };
    let mut word = u64::from_le_bytes(*first);
    v[3] ^= word;
    for next in rest {
        let next = u64::from_le_bytes(*next);
        v = round_before(round(v), next);
        v[0] ^= word;
        word = next;
    }
    v = round(round(v));
    v[0] ^= word;
    v
}

/// Performs SipRound and then XORs `next` into v3. The new v3 is (c <<< 21) ^ (v3 <<< 37) ^ a, with
/// c and a of the round; v3 and `next` are known before both.
// The word is rotated right and back, so that compilers, which reorder XORs, do not add it last.
#[inline(always)]
fn round_before([mut a, mut b, mut c, mut d]: Chain, next: u64) -> Chain {
    let known = (d ^ next.rotate_right(16 + 21)).rotate_left(16 + 21);
    a = a.wrapping_add(b);
    c = c.wrapping_add(d);
    b = b.rotate_left(13) ^ a;
    let known = known ^ c.rotate_left(21);
    d = d.rotate_left(16) ^ c;
    a = a.rotate_left(32).wrapping_add(d);
    c = c.wrapping_add(b);
    b = b.rotate_left(17) ^ c;
    [a, b, c.rotate_left(32), known ^ a]
}

/// Returns the state after one more word.
#[inline(always)]
fn after(mut v: Chain, word: u64) -> Chain {
    v[3] ^= word;
    v = round(round(v));
    v[0] ^= word;
    v
}

/// Returns the last word of a message of `len` bytes: the bytes of its partial block, zeros, and
/// the length modulo 256. `end` is the message or its partial block. Overlapping loads replace a
/// buffer, since a copy of a partial word would have to be wiped.
#[inline(always)]
pub(super) fn last_word(end: &[u8], len: usize) -> u64 {
    let rest = len % BLOCK;
    let bytes = if let Some(last) = end.last_chunk() {
        // In two shifts, because a single shift by 64 bits overflows.
        u64::from_le_bytes(*last) >> 8 >> (8 * (BLOCK - 1 - rest))
    } else if let (Some(low), Some(high)) = (end.first_chunk(), end.last_chunk()) {
        let [low, high] = [low, high].map(|half| u64::from(u32::from_le_bytes(*half)));
        low | high << (8 * (rest - size_of::<u32>()))
    } else {
        end.iter().rfold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    bytes | (len as u64) << 56
}

/// Returns the tag, after all full blocks and the last word.
#[inline(always)]
pub(super) fn finished<const TAG: usize>(v: Chain, last: u64) -> [u8; TAG] {
    let mut v = after(v, last);
    let mut tag = [0; TAG];
    v[2] ^= if TAG == 16 { 0xee } else { 0xff };
    for word in tag.chunks_exact_mut(8) {
        for _ in 0..4 {
            v = round(v);
        }
        word.copy_from_slice(&v.iter().fold(0, |sum, word| sum ^ word).to_le_bytes());
        v[1] ^= 0xdd;
    }
    tag
}

/// Performs SipRound.
#[inline(always)]
fn round([mut a, mut b, mut c, mut d]: Chain) -> Chain {
    a = a.wrapping_add(b);
    c = c.wrapping_add(d);
    b = b.rotate_left(13) ^ a;
    d = d.rotate_left(16) ^ c;
    a = a.rotate_left(32).wrapping_add(d);
    c = c.wrapping_add(b);
    b = b.rotate_left(17) ^ c;
    d = d.rotate_left(21) ^ a;
    [a, b, c.rotate_left(32), d]
}
