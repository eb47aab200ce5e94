//! Poly1305 on four 32-bit limbs and a small fifth limb, with 64-bit products.
//!
//! Origin: own, from RFC 8439 section 2.5. All limbs of r except the lowest are multiples of 4, so
//! the bits above 2^128 count 5/4 times a limb of r: 2^130 is 5 modulo 2^130 - 5. A block takes
//! twenty products and no mask. Needs nothing. Wins where a 128-bit product is a function call.
//!
//! Bounds: between blocks the lowest limb is below 2^34, the next three below 2^32, and the highest
//! at most 4. A block adds less than 2^32 to each of the four, and one to the highest. A limb of r
//! is below 2^28, 5/4 of it below 2^28.4. A sum of five products stays below 3.2 * 2^62.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::poly1305::portable::{
    Accumulator, BLOCK, CLAMP, MASK44, State, half, padded_with, select, tag_with, unpadded_with,
};
use crate::prim::poly1305::{KEY_LEN, Ops, TAG_LEN};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("limbs32", Features::NONE, "own, RFC 8439, on 32-bit limbs"),
    ops: Ops { tag, absorb },
};

const MASK32: u64 = (1 << 32) - 1;

/// The bit above a full block, 2^128, in the highest limb.
const WHOLE: u64 = 1;

pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    tag_with(key, message, Limbs::blocks)
}

#[cfg_attr(target_feature = "simd128", allow(dead_code, reason = "`simd128` replaces it"))]
pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    padded_with(key, aad, text, Limbs::blocks)
}

#[cfg_attr(target_feature = "simd128", allow(dead_code, reason = "`simd128` replaces it"))]
pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    unpadded_with(key, aad, text, Limbs::blocks)
}

/// Folds full blocks of an incremental message.
fn absorb(kept: &mut Kept, whole: &[[u8; BLOCK]]) {
    kept.limbs.blocks(whole.as_flattened());
}

/// The accumulator h, the multiplier r and the pad.
pub(super) struct Limbs {
    pub(super) h: [u64; 5],
    pub(super) r: [u64; 4],
    pad: u128,
}

impl Drop for Limbs {
    fn drop(&mut self) {
        // Cleared inline: calls of `wipe` are slow in comparison with the tag of one block.
        (self.h, self.r, self.pad) = ([0; 5], [0; 4], 0);
        zeroize::optimization_barrier(self);
    }
}

impl Accumulator for Limbs {
    fn new(key: &[u8; KEY_LEN]) -> Self {
        Self { h: [0; 5], r: multiplier(key), pad: half(key, 1) }
    }

    // Not inlined: the size of a WebAssembly module counts, so all calls share the products.
    #[inline(never)]
    fn blocks(&mut self, data: &[u8]) {
        let (r, mut h) = (self.r, self.h);
        for block in data.as_chunks().0 {
            h = folded(&h, block, WHOLE, &r);
        }
        self.h = h;
    }

    fn last(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            let mut block = [0; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            block[rest.len()] = 1;
            self.h = folded(&self.h, &block, 0, &self.r);
            wipe(&mut block);
        }
    }

    fn tag(&self) -> [u8; TAG_LEN] {
        let [low, high, above] = words(&self.h);
        let (low, carry) = low.overflowing_add((above >> 2) * 5);
        let (high, carry) = high.overflowing_add(u64::from(carry));
        let above = (above & 3) + u64::from(carry);
        // h + 5 - 2^130 is h mod p exactly if it is not negative, which a carry out of bit 130
        // shows.
        let (over_low, carry) = low.overflowing_add(5);
        let (over_high, carry) = high.overflowing_add(u64::from(carry));
        let take = ((above + u64::from(carry)) >> 2).wrapping_neg();
        let [low, high] = [select(take, over_low, low), select(take, over_high, high)];
        (u128::from(low) | u128::from(high) << 64).wrapping_add(self.pad).to_le_bytes()
    }
}

/// The state of an incremental message.
pub(crate) struct Kept {
    pub(super) limbs: Limbs,
    /// r^6, once a kernel has computed it.
    sixth: [u64; 5],
    #[cfg_attr(not(target_feature = "simd128"), allow(dead_code, reason = "used only by vectors"))]
    has_sixth: bool,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.sixth = [0; 5];
        zeroize::optimization_barrier(self);
    }
}

impl Kept {
    /// Folds full blocks by the portable code on 44-bit limbs. The highest limb may initially reach
    /// 2^42, which its bounds allow.
    pub(in crate::prim::poly1305) fn portably(&mut self, whole: &[[u8; BLOCK]]) {
        let Limbs { h, r, .. } = &mut self.limbs;
        let [low, high, _] = words(&[r[0], r[1], r[2], r[3], 0]);
        let mut state = State { h: thirds(words(h)), r: thirds([low, high, 0]), pad: 0 };
        state.blocks(whole.as_flattened());
        *h = joined(&state.h);
    }

    /// Returns the accumulator and r^6, which is computed only once.
    #[cfg(target_feature = "simd128")]
    pub(super) fn with_sixth(
        &mut self,
        put_sixth: impl Fn(&mut [u64; 5], &Limbs),
    ) -> (&mut Limbs, &[u64; 5]) {
        if !self.has_sixth {
            put_sixth(&mut self.sixth, &self.limbs);
            self.has_sixth = true;
        }
        (&mut self.limbs, &self.sixth)
    }
}

impl Kept {
    /// Returns a state without a key.
    pub(in crate::prim::poly1305) fn empty() -> Self {
        let limbs = Limbs { h: [0; 5], r: [0; 4], pad: 0 };
        Self { limbs, sixth: [0; 5], has_sixth: false }
    }

    /// Sets the key and starts an empty message.
    pub(in crate::prim::poly1305) fn begin(&mut self, key: &[u8; KEY_LEN]) {
        self.limbs.r = multiplier(key);
        self.limbs.pad = half(key, 1);
    }

    /// Returns the tag of a message that ends with `rest`, after all full blocks have been
    /// absorbed.
    pub(in crate::prim::poly1305) fn finish(&mut self, rest: &[u8]) -> [u8; TAG_LEN] {
        self.limbs.last(rest);
        self.limbs.tag()
    }
}

/// Returns the clamped r.
fn multiplier(key: &[u8; KEY_LEN]) -> [u64; 4] {
    let r = half(key, 0) & CLAMP;
    [r as u64 & MASK32, (r >> 32) as u64 & MASK32, (r >> 64) as u64 & MASK32, (r >> 96) as u64]
}

/// Returns (h + block + above * 2^128) * r.
#[inline(always)]
fn folded(h: &[u64; 5], block: &[u8; BLOCK], above: u64, r: &[u64; 4]) -> [u64; 5] {
    let (block, _) = block.as_chunks::<4>();
    let word = |i: usize| u64::from(u32::from_le_bytes(block[i]));
    let [s1, s2, s3] = [r[1] + (r[1] >> 2), r[2] + (r[2] >> 2), r[3] + (r[3] >> 2)];
    let x = [h[0] + word(0), h[1] + word(1), h[2] + word(2), h[3] + word(3), h[4] + above];
    let mut d = [
        x[0] * r[0] + x[1] * s3 + x[2] * s2 + x[3] * s1,
        x[0] * r[1] + x[1] * r[0] + x[2] * s3 + x[3] * s2 + x[4] * s1,
        x[0] * r[2] + x[1] * r[1] + x[2] * r[0] + x[3] * s3 + x[4] * s2,
        x[0] * r[3] + x[1] * r[2] + x[2] * r[1] + x[3] * r[0] + x[4] * s3,
        x[4] * r[0],
    ];
    d[1] += d[0] >> 32;
    d[2] += d[1] >> 32;
    d[3] += d[2] >> 32;
    d[4] += d[3] >> 32;
    // The bits above 2^130 count five times: `& !3` is four times their value, `>> 2` the fifth.
    let round = (d[4] & !3) + (d[4] >> 2);
    [(d[0] & MASK32) + round, d[1] & MASK32, d[2] & MASK32, d[3] & MASK32, d[4] & 3]
}

/// Carries the limbs into two 64-bit words and the bits above them.
pub(super) fn words(&[a, b, c, d, e]: &[u64; 5]) -> [u64; 3] {
    let b = b + (a >> 32);
    let c = c + (b >> 32);
    let d = d + (c >> 32);
    [a & MASK32 | b << 32, c & MASK32 | d << 32, e + (d >> 32)]
}

/// Splits two 64-bit words and the bits above them into limbs of 44, 44 and 42 bits.
fn thirds([low, high, above]: [u64; 3]) -> [u64; 3] {
    [low & MASK44, (low >> 44 | high << 20) & MASK44, high >> 24 | above << 40]
}

/// Joins limbs of 44, 44 and 42 bits, each possibly a few bits longer, into four 32-bit limbs and
/// the bits above.
pub(super) fn joined(&[a, b, c]: &[u64; 3]) -> [u64; 5] {
    // Carried once more, so that the splits lose no bits.
    let b = b + (a >> 44);
    let c = c + (b >> 44);
    let (low, high) = (a & MASK44 | b << 44, (b & MASK44) >> 20 | c << 24);
    [low & MASK32, low >> 32, high & MASK32, high >> 32, c >> 40]
}
