//! Poly1305 on limbs of 44, 44 and 42 bits with 128-bit products.
//!
//! Origin: RFC 8439 section 2.5, from the text; the limb size is the one of "poly1305-donna-64" (A.
//! Moon). Folds two blocks at a time with r^2 and r, so that only every second block waits for a
//! carry chain.
//!
//! Bounds: between blocks h0 and h1 are below 2^44 + 2^8 and h2 below 2^42; a block adds less
//! than 2^44 to each, so every limb stays below 2^46, every product of two limbs and 20 below
//! 2^95, and a sum of six of them below 2^98.

use super::{KEY_LEN, Ops, TAG_LEN};
use crate::choose::{Candidate, Features, Meta};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, RFC 8439, on 64-bit limbs").checked(),
    ops: Ops { tag, absorb: super::State::portably },
};

/// Masks of a lower limb (44 bits) and of the highest limb (42 bits).
pub(super) const MASK44: u64 = (1 << 44) - 1;
pub(super) const MASK42: u64 = (1 << 42) - 1;

/// The bit above a full block, 2^128, in the highest limb.
pub(super) const WHOLE: u64 = 1 << 40;

/// Length of a block in bytes.
pub(super) const BLOCK: usize = 16;

pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    tag_with(key, message, State::blocks)
}

pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    padded_with(key, aad, text, State::blocks)
}

pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    unpadded_with(key, aad, text, State::blocks)
}

/// The key and the blocks folded so far; implementations differ in limb size.
pub(super) trait Accumulator {
    /// Starts an empty message under the key.
    fn new(key: &[u8; KEY_LEN]) -> Self;

    /// Folds full blocks.
    fn blocks(&mut self, data: &[u8]);

    /// Folds the last, partial block, padded with a one bit.
    fn last(&mut self, rest: &[u8]);

    /// Returns the accumulator mod 2^130 - 5, plus the pad, mod 2^128.
    fn tag(&self) -> [u8; TAG_LEN];
}

/// Returns the tag of a message; `blocks` folds the full blocks.
#[inline(always)]
pub(super) fn tag_with<A: Accumulator>(
    key: &[u8; KEY_LEN],
    message: &[u8],
    blocks: impl Fn(&mut A, &[u8]),
) -> [u8; TAG_LEN] {
    let mut state = A::new(key);
    let (whole, rest) = message.split_at(message.len() - message.len() % BLOCK);
    blocks(&mut state, whole);
    state.last(rest);
    state.tag()
}

/// Returns the tag of RFC 8439 section 2.8: associated data and text, each zero-padded to full
/// blocks, then both lengths.
#[inline(always)]
pub(super) fn padded_with<A: Accumulator>(
    key: &[u8; KEY_LEN],
    aad: &[u8],
    text: &[u8],
    blocks: impl Fn(&mut A, &[u8]),
) -> [u8; TAG_LEN] {
    let mut state = A::new(key);
    for part in [aad, text] {
        let (whole, rest) = part.split_at(part.len() - part.len() % BLOCK);
        blocks(&mut state, whole);
        if !rest.is_empty() {
            let mut filled = [0; BLOCK];
            filled[..rest.len()].copy_from_slice(rest);
            state.blocks(&filled);
            wipe(&mut filled);
        }
    }
    let lengths = (aad.len() as u64 as u128) | (text.len() as u64 as u128) << 64;
    state.blocks(&lengths.to_le_bytes());
    state.tag()
}

/// Returns the tag of draft-agl-tls-chacha20poly1305 section 5: associated data and text, each
/// followed by its length, without padding.
#[inline(always)]
pub(super) fn unpadded_with<A: Accumulator>(
    key: &[u8; KEY_LEN],
    aad: &[u8],
    text: &[u8],
    blocks: impl Fn(&mut A, &[u8]),
) -> [u8; TAG_LEN] {
    let mut state = A::new(key);
    let (mut block, mut filled) = ([0; BLOCK], 0);
    let lengths = [aad, text].map(|part| (part.len() as u64).to_le_bytes());
    for part in [aad, &lengths[0], text, &lengths[1]] {
        let (head, part) = part.split_at(part.len().min(BLOCK - filled));
        block[filled..filled + head.len()].copy_from_slice(head);
        filled += head.len();
        if filled == BLOCK {
            blocks(&mut state, &block);
            let (whole, rest) = part.split_at(part.len() - part.len() % BLOCK);
            blocks(&mut state, whole);
            block[..rest.len()].copy_from_slice(rest);
            filled = rest.len();
        }
    }
    state.last(&block[..filled]);
    wipe(&mut block);
    state.tag()
}

/// The accumulator h, the multiplier r and the pad.
#[cfg_attr(target_arch = "wasm32", allow(unreachable_pub, reason = "wasm32 uses another state"))]
pub(crate) struct State {
    pub(super) h: [u64; 3],
    pub(super) r: [u64; 3],
    pub(super) pad: u128,
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.h);
        wipe(&mut self.r);
        wipe(core::slice::from_mut(&mut self.pad));
    }
}

impl Accumulator for State {
    #[inline(always)]
    fn new(key: &[u8; KEY_LEN]) -> Self {
        Self { h: [0; 3], r: multiplier(key), pad: half(key, 1) }
    }

    #[inline(always)]
    fn blocks(&mut self, data: &[u8]) {
        let (pairs, rest) = data.as_chunks::<{ 2 * BLOCK }>();
        if !pairs.is_empty() {
            let square = carried(product(&self.r, &self.r));
            for pair in pairs {
                let first = sum(&self.h, &limbs(half(pair, 0), WHOLE));
                let both = add_wide(
                    product(&first, &square),
                    product(&limbs(half(pair, 1), WHOLE), &self.r),
                );
                self.h = carried(both);
            }
        }
        if let Some(block) = rest.first_chunk::<BLOCK>() {
            self.fold(&limbs(u128::from_le_bytes(*block), WHOLE));
        }
    }

    #[inline(always)]
    fn last(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            let mut block = [0; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            block[rest.len()] = 1;
            self.fold(&limbs(u128::from_le_bytes(block), 0));
            wipe(&mut block);
        }
    }

    #[inline(always)]
    fn tag(&self) -> [u8; TAG_LEN] {
        closed(self.h, self.pad)
    }
}

impl State {
    /// Folds full blocks of an incremental message.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "wasm32 uses another state"))]
    pub(super) fn portably(&mut self, whole: &[[u8; BLOCK]]) {
        self.blocks(whole.as_flattened());
    }

    #[inline(always)]
    fn fold(&mut self, block: &[u64; 3]) {
        self.h = carried(product(&sum(&self.h, block), &self.r));
    }
}

#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "wasm32 uses another state"))]
impl State {
    /// Returns a state without a key.
    pub(in crate::prim::poly1305) fn empty() -> Self {
        Self { h: [0; 3], r: [0; 3], pad: 0 }
    }

    /// Sets the key and starts an empty message.
    pub(in crate::prim::poly1305) fn begin(&mut self, key: &[u8; KEY_LEN]) {
        self.r = multiplier(key);
        self.pad = half(key, 1);
    }

    /// Returns the tag of a message that ends with `rest`, after all full blocks have been
    /// absorbed.
    pub(in crate::prim::poly1305) fn finish(&mut self, rest: &[u8]) -> [u8; TAG_LEN] {
        self.last(rest);
        self.tag()
    }
}

/// The bits of r that may be set.
pub(super) const CLAMP: u128 = 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff;

/// Returns the clamped r.
#[inline(always)]
pub(super) fn multiplier(key: &[u8; KEY_LEN]) -> [u64; 3] {
    limbs(half(key, 0) & CLAMP, 0)
}

#[inline(always)]
pub(super) fn half(bytes: &[u8; 32], index: usize) -> u128 {
    let (halves, _) = bytes.as_chunks::<BLOCK>();
    u128::from_le_bytes(halves[index])
}

#[inline(always)]
fn limbs(block: u128, above: u64) -> [u64; 3] {
    [block as u64 & MASK44, (block >> 44) as u64 & MASK44, (block >> 88) as u64 | above]
}

#[inline(always)]
fn sum(a: &[u64; 3], b: &[u64; 3]) -> [u64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
fn add_wide(a: [u128; 3], b: [u128; 3]) -> [u128; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Returns the product without carries: 2^132 is 20 modulo 2^130 - 5.
#[inline(always)]
pub(super) fn product(a: &[u64; 3], b: &[u64; 3]) -> [u128; 3] {
    let mul = |x: u64, y: u64| u128::from(x) * u128::from(y);
    let (b1, b2) = (b[1] * 20, b[2] * 20);
    [
        mul(a[0], b[0]) + mul(a[1], b2) + mul(a[2], b1),
        mul(a[0], b[1]) + mul(a[1], b[0]) + mul(a[2], b2),
        mul(a[0], b[2]) + mul(a[1], b[1]) + mul(a[2], b[0]),
    ]
}

/// Carries upwards, and once from the highest limb to the lowest.
#[inline(always)]
pub(super) fn carried(d: [u128; 3]) -> [u64; 3] {
    let d1 = d[1] + (d[0] >> 44);
    let d2 = d[2] + (d1 >> 44);
    let round = u128::from(d[0] as u64 & MASK44) + (d2 >> 42) * 5;
    [round as u64 & MASK44, (d1 as u64 & MASK44) + (round >> 44) as u64, d2 as u64 & MASK42]
}

/// Returns h mod 2^130 - 5, plus the pad, mod 2^128.
#[inline(always)]
pub(super) fn closed(h: [u64; 3], pad: u128) -> [u8; TAG_LEN] {
    let h = settled(settled(h));
    // h + 5 - 2^130 is h mod p exactly if it is not negative, which a carry out of bit 130 shows.
    let mut over = [h[0] + 5, h[1], h[2]];
    over[1] += over[0] >> 44;
    over[2] += over[1] >> 44;
    let take = (over[2] >> 42).wrapping_neg();
    let [a, b, c] = [
        select(take, over[0] & MASK44, h[0]),
        select(take, over[1] & MASK44, h[1]),
        select(take, over[2] & MASK42, h[2]),
    ];
    let h = u128::from(a) | u128::from(b) << 44 | u128::from(c) << 88;
    h.wrapping_add(pad).to_le_bytes()
}

/// Carries once upwards and around; limbs may exceed their size by a few bits.
#[inline(always)]
const fn settled([a, b, c]: [u64; 3]) -> [u64; 3] {
    let b = b + (a >> 44);
    let c = c + (b >> 44);
    let a = (a & MASK44) + (c >> 42) * 5;
    [a & MASK44, (b & MASK44) + (a >> 44), c & MASK42]
}

/// Returns `a` where `mask` is all ones and `b` where it is zero.
#[inline(always)]
pub(super) fn select(mask: u64, a: u64, b: u64) -> u64 {
    b ^ (mask & (a ^ b))
}
