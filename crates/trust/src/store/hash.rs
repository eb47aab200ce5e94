//! The keyed hash of the hash tables.

use alloc::boxed::Box;
use core::hash::{BuildHasher, Hasher};
use std::hash::RandomState;

/// The block length in bytes. The inner hash compresses a block to 16 bytes under a key of the
/// block length. A certificate has one or two blocks, and the key stays in the first-level cache.
const BLOCK: usize = 1024;
const WORD: usize = 8;
const WORDS: usize = BLOCK / WORD;

/// A keyed hash over all bytes. A supplier of certificates can choose the hashed data, but not the
/// key, which is random for each store.
///
/// The inner hash is NH of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway 1999) on 64-bit words,
/// as in VMAC (Krovetz 2007): two different blocks collide under a random key with probability
/// 2^-64. NH costs one multiplication per 16 bytes. The outer hash is std's SipHash-1-3 over the
/// length and the compressed blocks, so that observable properties of the tables reveal nothing
/// about the inner key.
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

    /// Computes NH of a block, padded with zeros to full pairs of words. The outer hash includes
    /// the length, which distinguishes blocks of different lengths.
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
            // Among n random 32-bit values, about n^2 / 2^33 pairs are expected to collide.
            assert!(hashes.len() + 3 > len * 8, "{len}");
        }
        let zeros: HashSet<u32> = (0..2000).map(|len| key.hash(&[0; 2000][..len])).collect();
        assert!(zeros.len() + 3 > 2000);
        assert_ne!(key.hash(b"a certificate"), Key::default().hash(b"a certificate"));
    }
}
