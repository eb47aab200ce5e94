//! Poly1305 on five limbs of 26 bits with 64-bit products.
//!
//! Origin: RFC 8439 section 2.5; the limb size is that of "poly1305-donna-32" (A. Moon), the code
//! is from the text. Needs nothing. Wins where a product of 128 bits is a call.
//!
//! Bounds: between blocks every limb is below 2^26 + 2^10; a block adds less than 2^26 to each, and what lanes
//! of vectors add less than 2^27.1, so what is multiplied stays below 2^28.1; the other factors are below
//! 2^27, or 5 times that, 2^29.4. A sum of five products stays below 2^60.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::family::mac;
use crate::prim::poly1305::portable::{
    Accumulator, BLOCK, MASK44, State, closed, half, multiplier, padded_with, tag_with,
    unpadded_with,
};
use crate::prim::poly1305::{KEY_LEN, Ops, TAG_LEN};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("limbs26", Features::NONE, "own, RFC 8439, on 26-bit limbs"),
    ops: Ops { tag, absorb: Some(absorb) },
};

const MASK26: u64 = (1 << 26) - 1;

/// The bit above a whole block, 2^128, in the highest limb.
pub(super) const WHOLE: u64 = 1 << 24;

pub(crate) fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    tag_with(key, message, Limbs::blocks)
}

#[cfg_attr(target_feature = "simd128", allow(dead_code, reason = "`simd128` takes its place"))]
pub(crate) fn tag_padded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    padded_with(key, aad, text, Limbs::blocks)
}

#[cfg_attr(target_feature = "simd128", allow(dead_code, reason = "`simd128` takes its place"))]
pub(crate) fn tag_unpadded(key: &[u8; KEY_LEN], aad: &[u8], text: &[u8]) -> [u8; TAG_LEN] {
    unpadded_with(key, aad, text, Limbs::blocks)
}

/// Folds whole blocks of a message that comes piece by piece.
fn absorb(kept: &mut Kept, whole: &[[u8; BLOCK]]) {
    kept.limbs.blocks(whole.as_flattened());
}

/// The accumulator, the multiplier and what is added at the end.
pub(super) struct Limbs {
    pub(super) h: [u64; 5],
    pub(super) r: [u64; 5],
    pad: u128,
}

impl Drop for Limbs {
    fn drop(&mut self) {
        // At once, since a tag of a block takes no more than some wipings.
        (self.h, self.r, self.pad) = ([0; 5], [0; 5], 0);
        zeroize::optimization_barrier(self);
    }
}

impl Accumulator for Limbs {
    fn new(key: &[u8; KEY_LEN]) -> Self {
        let (r, pad) = (split(&multiplier(key)), half(key, 1));
        Self { h: [0; 5], r, pad }
    }

    // One copy of the products for all calls: a module's size counts.
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
        closed(joined(&self.h), self.pad)
    }
}

impl Limbs {
    /// Writes r^6 where it stays: one that is returned leaves a copy.
    #[cfg(target_feature = "simd128")]
    pub(super) fn put_sixth(&self, to: &mut [u64; 5]) {
        let mut powers = [[0; 5]; 2];
        let [square, fourth] = &mut powers;
        put_product(square, &self.r, &self.r);
        put_product(fourth, square, square);
        put_product(to, fourth, square);
        wipe(powers.as_flattened_mut());
    }
}

/// What is kept of a message that comes piece by piece.
pub struct Kept {
    pub(super) limbs: Limbs,
    /// r^6, if a kernel has wanted it.
    sixth: [u64; 5],
    #[cfg_attr(not(target_feature = "simd128"), allow(dead_code, reason = "vectors want it"))]
    has_sixth: bool,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.sixth = [0; 5];
        zeroize::optimization_barrier(self);
    }
}

impl Kept {
    /// Folds whole blocks by the portable code, on limbs of its own.
    pub(in crate::prim::poly1305) fn portably(&mut self, whole: &[[u8; BLOCK]]) {
        let Limbs { h, r, .. } = &mut self.limbs;
        let mut state = State { h: joined(h), r: joined(r), pad: 0 };
        state.blocks(whole.as_flattened());
        *h = split(&state.h);
    }

    /// The accumulator, and r^6.
    #[cfg(target_feature = "simd128")]
    pub(super) fn with_sixth(&mut self) -> (&mut Limbs, &[u64; 5]) {
        if !self.has_sixth {
            self.limbs.put_sixth(&mut self.sixth);
            self.has_sixth = true;
        }
        (&mut self.limbs, &self.sixth)
    }
}

impl mac::State<BLOCK, KEY_LEN, TAG_LEN> for Kept {
    type Chain = Self;

    fn empty() -> Self {
        let limbs = Limbs { h: [0; 5], r: [0; 5], pad: 0 };
        Self { limbs, sixth: [0; 5], has_sixth: false }
    }

    fn begin(&mut self, key: &[u8; KEY_LEN], _: impl Fn(&mut Self, &[[u8; BLOCK]])) {
        self.limbs.r = split(&multiplier(key));
        self.limbs.pad = half(key, 1);
    }

    fn chain(&mut self) -> &mut Self {
        self
    }

    fn finish(
        &mut self,
        rest: &[u8],
        _: u128,
        _: impl Fn(&mut Self, &[[u8; BLOCK]]),
    ) -> [u8; TAG_LEN] {
        self.limbs.last(rest);
        self.limbs.tag()
    }
}

/// The sum of the accumulator and a block, with the limb `above` it, times `r`.
#[inline(always)]
pub(super) fn folded(h: &[u64; 5], block: &[u8; BLOCK], above: u64, r: &[u64; 5]) -> [u64; 5] {
    let block = u128::from_le_bytes(*block);
    let (low, high) = (block as u64, (block >> 64) as u64);
    let sum = [
        h[0] + (low & MASK26),
        h[1] + (low >> 26 & MASK26),
        h[2] + ((low >> 52 | high << 12) & MASK26),
        h[3] + (high >> 14 & MASK26),
        h[4] + (high >> 40 | above),
    ];
    product(&sum, r)
}

/// Writes the product, carried.
// One copy for all powers: a module's size counts.
#[cfg(target_feature = "simd128")]
#[inline(never)]
fn put_product(to: &mut [u64; 5], h: &[u64; 5], r: &[u64; 5]) {
    *to = product(h, r);
}

/// The product, carried: 2^130 is 5 modulo 2^130 - 5.
#[inline(always)]
fn product(h: &[u64; 5], r: &[u64; 5]) -> [u64; 5] {
    let s = r.map(|limb| limb * 5);
    let mut d = [
        h[0] * r[0] + h[1] * s[4] + h[2] * s[3] + h[3] * s[2] + h[4] * s[1],
        h[0] * r[1] + h[1] * r[0] + h[2] * s[4] + h[3] * s[3] + h[4] * s[2],
        h[0] * r[2] + h[1] * r[1] + h[2] * r[0] + h[3] * s[4] + h[4] * s[3],
        h[0] * r[3] + h[1] * r[2] + h[2] * r[1] + h[3] * r[0] + h[4] * s[4],
        h[0] * r[4] + h[1] * r[3] + h[2] * r[2] + h[3] * r[1] + h[4] * r[0],
    ];
    // Two chains that do not wait for each other, written out, since a loop is not always unrolled.
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<4, 0>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    d
}

/// Moves what limb `FROM` has above 26 bits to limb `TO`; from the highest to the lowest it counts
/// five times.
#[inline(always)]
fn carry<const FROM: usize, const TO: usize>(d: &mut [u64; 5]) {
    let above = d[FROM] >> 26;
    d[FROM] &= MASK26;
    d[TO] += if TO == 0 { above * 5 } else { above };
}

/// Three limbs of 44, 44 and 42 bits into five of 26.
fn split(&[a, b, c]: &[u64; 3]) -> [u64; 5] {
    // Carried once more, so that the cuts lose nothing.
    let b = b + (a >> 44);
    let c = c + (b >> 44);
    let (a, b) = (a & MASK44, b & MASK44);
    [
        a & MASK26,
        (a >> 26 | b << 18) & MASK26,
        b >> 8 & MASK26,
        (b >> 34 | c << 10) & MASK26,
        c >> 16,
    ]
}

/// Five limbs of 26 bits into three of 44, 44 and 42, of which the highest may be a little above.
pub(super) fn joined(&[a, b, c, d, e]: &[u64; 5]) -> [u64; 3] {
    let low = a + (b << 26);
    let middle = (low >> 44) + (c << 8) + (d << 34);
    [low & MASK44, middle & MASK44, (middle >> 44) + (e << 16)]
}
