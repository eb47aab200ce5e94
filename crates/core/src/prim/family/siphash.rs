//! SipHash-2-4 with a tag of 8 or of 16 bytes, for every candidate.
//!
//! Origin: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), section 2,
//! from the text; the longer tag after the authors' reference code. Four words and no memory: what
//! bounds the speed is the chain of additions, rotations and exclusive ors from one word to the next, so that
//! vectors win nothing and BMI2's `rorx` nothing or less. Written as in the paper the chain is nine cycles a
//! word, because v3 waits for the word; here eight, because the word goes in before.

use super::mac;
use crate::wipe::wipe;

/// Candidates out of the source here, one a line: the name, the processor features that they are compiled
/// for, and the origin.
macro_rules! composed {
    ($primitive:ident; $(
        $name:ident, $needs:expr, $origin:literal $(, $features:literal)?;
    )*) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Features, Meta};
            use crate::prim::$primitive::{KEY_LEN, Ops, TAG_LEN};
            use crate::prim::family::siphash::{self, Chain, Word};

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::own(stringify!($name), $needs, $origin).checked(),
                ops: Ops { tag, absorb },
            };

            $(#[target_feature(enable = $features)])?
            fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
                siphash::tag(key, message)
            }

            $(#[target_feature(enable = $features)])?
            fn absorb(chain: &mut Chain, words: &[Word]) {
                siphash::absorb(chain, words);
            }
        }
    )*};
}
pub(in crate::prim) use composed;

/// Length of the key in bytes.
pub(in crate::prim) const KEY_LEN: usize = 16;
/// Length of a block in bytes.
pub(in crate::prim) const BLOCK: usize = 8;

/// A block of the message, little-endian.
pub(in crate::prim) type Word = [u8; BLOCK];
/// v0 to v3.
pub(in crate::prim) type Chain = [u64; 4];

/// "somepseudorandomlygeneratedbytes", big-endian.
const INITIAL: Chain =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

/// The tag of a message, of 8 or 16 bytes. The words stay in registers, so that nothing is to be wiped.
#[inline(always)]
pub(in crate::prim) fn tag<const TAG: usize>(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG] {
    finished(absorbed(begun::<TAG>(key), message.as_chunks().0), last_word(message, message.len()))
}

/// After the key.
#[inline(always)]
fn begun<const TAG: usize>(key: &[u8; KEY_LEN]) -> Chain {
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
pub(in crate::prim) fn absorb(chain: &mut Chain, words: &[Word]) {
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
fn last_word(end: &[u8], len: usize) -> u64 {
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
fn finished<const TAG: usize>(v: Chain, last: u64) -> [u8; TAG] {
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

/// The four words of a message that comes piece by piece.
pub struct State(Chain);

impl<const TAG: usize> mac::State<BLOCK, KEY_LEN, TAG> for State {
    type Chain = Chain;

    fn empty() -> Self {
        Self([0; 4])
    }

    fn begin(&mut self, key: &[u8; KEY_LEN], _: impl Fn(&mut Chain, &[Word])) {
        self.0 = begun::<TAG>(key);
    }

    fn chain(&mut self) -> &mut Chain {
        &mut self.0
    }

    fn finish(&mut self, rest: &[u8], len: u128, _: impl Fn(&mut Chain, &[Word])) -> [u8; TAG] {
        finished(self.0, last_word(rest, len as usize))
    }
}

impl mac::Reusable for State {
    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}
