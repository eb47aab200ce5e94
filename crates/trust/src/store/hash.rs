//! The keyed hash of the tables.

use alloc::boxed::Box;
use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

/// Bytes that the inner hash compresses at a time, to 16, with a key as long: a certificate is one
/// block or two, and the key stays in the first cache.
const BLOCK: usize = 1024;
const WORD: usize = 8;
const WORDS: usize = BLOCK / WORD;

/// A keyed hash over all of the bytes. Whoever supplies certificates can choose what is hashed, but
/// not the key, which is drawn for each store.
///
/// Inside, NH of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway 1999) on words of 64 bits, as in
/// VMAC (Krovetz 2007): two different blocks collide under one key in 2^64. It costs a
/// multiplication for 16 bytes. Outside, std's SipHash-1-3 over the length and what the blocks are
/// compressed to, so that nothing that can be seen of the tables tells of the inner key.
#[derive(Clone, Debug)]
pub(super) struct Key {
    inner: Box<[u64; WORDS]>,
    outer: RandomState,
}

impl Default for Key {
    fn default() -> Self {
        let seed = RandomState::new();
        let mut inner = Box::new([0; WORDS]);
        for (word, i) in inner.iter_mut().zip(0_u64..) {
            *word = seed.hash_one(i);
        }
        Self { inner, outer: RandomState::new() }
    }
}

impl Key {
    #[inline]
    pub(super) fn hash(&self, bytes: &[u8]) -> u32 {
        let mut outer = self.outer.build_hasher();
        outer.write_usize(bytes.len());
        for block in bytes.chunks(BLOCK) {
            outer.write_u128(self.compress(block));
        }
        outer.finish() as u32
    }

    /// NH of a block, zeros appended to full pairs of words. Blocks of different lengths are told
    /// apart by the length that the outer hash takes.
    #[inline]
    fn compress(&self, block: &[u8]) -> u128 {
        let (pairs, rest) = block.as_chunks::<{ 2 * WORD }>();
        let mut last = [0; 2 * WORD];
        last[..rest.len()].copy_from_slice(rest);
        let (keys, _) = self.inner.as_chunks::<2>();
        let mut sum = 0_u128;
        for (pair, key) in pairs.iter().zip(keys) {
            sum = sum.wrapping_add(product(pair, key));
        }
        match keys.get(pairs.len()) {
            Some(key) if !rest.is_empty() => sum.wrapping_add(product(&last, key)),
            _ => sum,
        }
    }
}

#[inline]
fn product(pair: &[u8; 2 * WORD], key: &[u64; 2]) -> u128 {
    let both = u128::from_le_bytes(*pair);
    let (low, high) = (both as u64, (both >> 64) as u64);
    u128::from(low.wrapping_add(key[0])) * u128::from(high.wrapping_add(key[1]))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_bit_and_every_length_counts() {
        let key = Key::default();
        for len in [1, 15, 16, 17, 1023, 1024, 1025, 3000] {
            let bytes: Vec<u8> = (0..len).map(|i| (i * 7) as u8).collect();
            let mut hashes = HashSet::from([key.hash(&bytes)]);
            for bit in 0..len * 8 {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                hashes.insert(key.hash(&changed));
            }
            // Of n values of 32 bits, n^2 / 2^33 are expected to be pairs.
            assert!(hashes.len() + 3 > len * 8, "{len}");
        }
        let zeros: HashSet<u32> = (0..2000).map(|len| key.hash(&[0; 2000][..len])).collect();
        assert!(zeros.len() + 3 > 2000);
        assert_ne!(key.hash(b"a certificate"), Key::default().hash(b"a certificate"));
    }
}
