//! AEGIS-128L with AES rounds on two blocks per instruction: blocks i and i + 4 of the state share
//! a register, so a step takes four round instructions and one swap of halves.
//!
//! Origin: written from draft-irtf-cfrg-aegis-aead. Needs VAES, and AVX-512 VL for its
//! three-operand XOR. Fastest for sealing.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis128l::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::x86_64::aesni::{Block, load, store, xor};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "vaes",
        Features::VAES.and(Features::AVX512VL),
        "own, draft-irtf-cfrg-aegis-aead",
    ),
    ops: Ops { seal: seal::<TAG_LEN>, open: open::<TAG_LEN> },
};

/// Two blocks, the lower block in the lower half.
type Pair = __m256i;

/// The state as four block pairs: (0, 4), (1, 5), (2, 6) and (3, 7).
type State = [Pair; 4];

type Text = Pair;

const RATE: usize = 2;

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn start(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> State {
    let (key, nonce) = (load(key), load(nonce));
    let (c0, c1) = (load(&C[0]), load(&C[1]));
    let (both, key0, key1) = (xor(key, nonce), xor(key, c0), xor(key, c1));
    let mut state = [pair(both, both), pair(c1, key0), pair(c0, key1), pair(c1, key0)];
    for _ in 0..10 {
        state = update(state, pair(nonce, key));
    }
    state
}

/// Updates the state. The round key of block 0 is XORed in after its round, as in `shared/aegis/`.
#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn update(state: State, text: Text) -> State {
    let [a, b, c, d] = state;
    let first = round(swapped(d), _mm256_setzero_si256());
    [sum(sum(first, text), a), round(a, b), round(b, c), round(c, d)]
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn keystream(state: &State) -> Text {
    let &[_, b, c, d] = state;
    sum(sum(swapped(c), b), _mm256_and_si256(c, d))
}

/// Returns the text of the final steps: a block of the state XORed with the lengths.
#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn last(state: &State, lengths: &[u8; 16]) -> Text {
    let text = xor(lower(state[2]), load(lengths));
    pair(text, text)
}

/// Returns the two halves of a 32-byte tag, and two blocks that XOR to a 16-byte tag.
#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn halves(state: State) -> ([Block; 2], [Block; 2]) {
    let [a, b, c, d] = state;
    let both = sum(sum(a, b), sum(c, d));
    let (front, back) = (lower(both), upper(both));
    ([front, back], [front, xor(back, upper(d))])
}

/// Applies an AES round to each block and adds its round key.
#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn round(blocks: Pair, keys: Pair) -> Pair {
    _mm256_aesenc_epi128(blocks, keys)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn swapped(blocks: Pair) -> Pair {
    _mm256_permute4x64_epi64::<0x4e>(blocks)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn pair(lower: Block, upper: Block) -> Pair {
    _mm256_set_m128i(upper, lower)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn lower(blocks: Pair) -> Block {
    _mm256_castsi256_si128(blocks)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn upper(blocks: Pair) -> Block {
    _mm256_extracti128_si256::<1>(blocks)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
fn sum(a: Text, b: Text) -> Text {
    _mm256_xor_si256(a, b)
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
#[allow(unsafe_code)]
fn read(bytes: &[u8; WIDE]) -> Text {
    // SAFETY: `bytes` has 32 bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "vaes,avx512vl")]
#[allow(unsafe_code)]
fn write(to: &mut [u8; WIDE], text: Text) {
    // SAFETY: `to` has room for 32 bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), text) }
}

crate::prim::shared::aegis::kernel! { #[target_feature(enable = "vaes,avx512vl")] }
