//! SipHash-2-4 with a tag of 8 or of 16 bytes, for every candidate.
//!
//! Origin: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), section 2,
//! from the text; the longer tag after the authors' reference code. Four words and no memory: what
//! bounds the speed is the chain of additions, rotations and exclusive ors from one word to the next,
//! eight cycles a block, so that vectors win nothing.

use super::mac;
use crate::wipe::wipe;

/// Candidates out of the source here, one a line: the name, the architecture if they are for one, the
/// origin, and the processor features that it is compiled for.
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
                ops: Ops { tag, absorb: Some(absorb) },
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

/// The tag of a message, of 8 or 16 bytes.
#[inline(always)]
pub(in crate::prim) fn tag<const TAG: usize>(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG] {
    let mut chain = begun::<TAG>(key);
    let (words, rest) = message.as_chunks();
    absorb(&mut chain, words);
    let tag = finished(&mut chain, rest, message.len() as u8, absorb);
    wipe(&mut chain);
    tag
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
    let mut v = *chain;
    for word in words {
        let word = u64::from_le_bytes(*word);
        v[3] ^= word;
        round(&mut v);
        round(&mut v);
        v[0] ^= word;
    }
    *chain = v;
}

/// The tag of a message of so many bytes modulo 256, all of whose whole blocks are absorbed.
#[inline(always)]
fn finished<const TAG: usize>(
    chain: &mut Chain,
    rest: &[u8],
    len: u8,
    absorb: impl Fn(&mut Chain, &[Word]),
) -> [u8; TAG] {
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    last[BLOCK - 1] = len;
    absorb(chain, &[last]);
    wipe(&mut last);
    let mut tag = [0; TAG];
    chain[2] ^= if TAG == 16 { 0xee } else { 0xff };
    for word in tag.chunks_exact_mut(8) {
        for _ in 0..4 {
            round(chain);
        }
        word.copy_from_slice(&chain.iter().fold(0, |sum, word| sum ^ word).to_le_bytes());
        chain[1] ^= 0xdd;
    }
    tag
}

/// SipRound.
#[inline(always)]
fn round(v: &mut Chain) {
    let [mut a, mut b, mut c, mut d] = *v;
    a = a.wrapping_add(b);
    c = c.wrapping_add(d);
    b = b.rotate_left(13) ^ a;
    d = d.rotate_left(16) ^ c;
    a = a.rotate_left(32).wrapping_add(d);
    c = c.wrapping_add(b);
    b = b.rotate_left(17) ^ c;
    d = d.rotate_left(21) ^ a;
    *v = [a, b, c.rotate_left(32), d];
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

    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut Chain, &[Word]),
    ) -> [u8; TAG] {
        finished(&mut self.0, rest, len as u8, absorb)
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
