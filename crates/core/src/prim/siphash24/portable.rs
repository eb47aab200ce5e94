//! SipHash-2-4 in plain 64-bit integers.
//!
//! Origin: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), section 2,
//! from the text; the longer tag after the authors' reference code. Four words and no memory: what
//! bounds the speed is the chain of additions, rotations and exclusive ors from one word to the next, so that
//! vectors win nothing and BMI2's `rorx` nothing or less. Written as in the paper the chain is nine cycles a
//! word, because v3 waits for the word; here eight, because the word goes in before.

use super::{BLOCK, Chain, KEY_LEN, Ops, Word};
use crate::choose::{Candidate, Features, Meta};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the paper of 2012").checked(),
    ops: Ops { tag_64: tag, tag_128: tag },
};

/// "somepseudorandomlygeneratedbytes", big-endian.
const INITIAL: Chain =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

/// The tag of a message, of 8 or 16 bytes. The words stay in registers, so that nothing is to be wiped.
fn tag<const TAG: usize>(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG] {
    finished(absorbed(begun::<TAG>(key), message.as_chunks().0), last_word(message, message.len()))
}

/// After the key.
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

/// Absorbs whole blocks.
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

/// SipRound, and `next` XORed onto v3 behind it. The new v3 is (c <<< 21) ^ (v3 <<< 37) ^ a with the c and the a of
/// the round: v3 and the word are known before both.
// The word is rotated back and on again, so that compilers, which reorder exclusive ors, do not put it last.
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

/// After one more word.
#[inline(always)]
fn after(mut v: Chain, word: u64) -> Chain {
    v[3] ^= word;
    v = round(round(v));
    v[0] ^= word;
    v
}

/// The last word of a message of `len` bytes: the bytes at its end that fill no block, zeros, and the
/// length modulo 256. `end` is the message or what of it fills no block. Loads that overlap instead of a
/// buffer: a copy of less than a word would have to be wiped.
#[inline(always)]
pub(super) fn last_word(end: &[u8], len: usize) -> u64 {
    let rest = len % BLOCK;
    let bytes = if let Some(last) = end.last_chunk() {
        // In two steps, because one of 64 bits would be none.
        u64::from_le_bytes(*last) >> 8 >> (8 * (BLOCK - 1 - rest))
    } else if let (Some(low), Some(high)) = (end.first_chunk(), end.last_chunk()) {
        let [low, high] = [low, high].map(|half| u64::from(u32::from_le_bytes(*half)));
        low | high << (8 * (rest - size_of::<u32>()))
    } else {
        end.iter().rfold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    bytes | (len as u64) << 56
}

/// The tag, after all whole blocks and the last word.
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

/// SipRound.
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
