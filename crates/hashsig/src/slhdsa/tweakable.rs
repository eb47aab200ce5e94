//! The hash functions F, H, T_l and PRF under the PK.seed of a key (FIPS 205, section 11), for many
//! inputs together.

use alloc::vec::Vec;

use quicksalt::hazmat::{sha256_lanes, sha512};
use quicksalt::{Wiped, memory};

use super::address::{self, Address};
use super::sets::{Numbers, ParameterSet};
use crate::error::Result;
use crate::hash::Hash;

const SHA256_BLOCK: usize = 64;
const SHA512_BLOCK: usize = 128;

/// The hash functions under one PK.seed. F and PRF hash `n` bytes, H hashes 2n, T_l more.
pub(super) struct Tweakable<'a> {
    pub(super) numbers: Numbers,
    hash: Hash,
    seed: &'a [u8],
    /// The SHA-256 state after the first block: PK.seed padded with zeros.
    start: sha256_lanes::Midstate,
    /// The SHA-512 state after the padded PK.seed, for the sets that use SHA-512 in H and T_l.
    wide: Option<sha512::Hasher>,
}

impl<'a> Tweakable<'a> {
    pub(super) fn new(set: ParameterSet, seed: &'a [u8]) -> Result<Self> {
        let mut block = [0; SHA512_BLOCK];
        block[..seed.len()].copy_from_slice(seed);
        let (hash, numbers) = (set.hash(), set.numbers());
        let wide = if hash == Hash::Sha256 && numbers.n > 16 {
            let mut hasher = sha512::hasher()?;
            hasher.update(&block);
            Some(hasher)
        } else {
            None
        };
        let start = sha256_lanes::Midstate::after(&block.as_chunks::<SHA256_BLOCK>().0[..1]);
        Ok(Self { numbers, hash, seed, start, wide })
    }

    /// Allocates `count` inputs of `len` bytes with their addresses.
    pub(super) fn inputs(&self, count: usize, len: usize) -> Result<Inputs> {
        let address_len = match self.hash {
            Hash::Sha256 => address::COMPRESSED,
            Hash::Shake256 => address::FULL,
        };
        let each = address_len + len;
        Ok(Inputs { address_len, each, bytes: Wiped::new(memory::zeros(count * each)?) })
    }

    /// Fills `out` with the hashes of the first inputs.
    pub(super) fn hash(&self, inputs: &Inputs, out: &mut [u8]) -> Result<()> {
        let n = self.numbers.n;
        let messages = &inputs.bytes[..out.len() / n * inputs.each];
        if self.hash == Hash::Shake256 {
            return self.hash.many_from(n, out, self.seed, messages);
        }
        match &self.wide {
            Some(start) if inputs.each > address::COMPRESSED + n => {
                for (hash, message) in out.chunks_exact_mut(n).zip(messages.chunks(inputs.each)) {
                    let mut hasher = start.clone();
                    hasher.update(message);
                    hash.copy_from_slice(&Wiped::new(hasher.digest())[..n]);
                }
                Ok(())
            }
            _ => {
                Ok(sha256_lanes::hash(sha256_lanes::Messages::new(&self.start, out, messages, n)?)?)
            }
        }
    }

    /// Computes the hash of one input.
    pub(super) fn one(&self, address: Address, input: &[u8]) -> Result<Vec<u8>> {
        let mut inputs = self.inputs(1, input.len())?;
        inputs.set(0, address, input);
        let mut out = memory::zeros(self.numbers.n)?;
        self.hash(&inputs, &mut out)?;
        Ok(out)
    }
}

/// Inputs of equal length, each preceded by its address.
pub(super) struct Inputs {
    address_len: usize,
    each: usize,
    bytes: Wiped<Vec<u8>>,
}

impl Inputs {
    /// Sets an input and its address.
    pub(super) fn set(&mut self, number: usize, address: Address, input: &[u8]) {
        let slot = &mut self.bytes[number * self.each..][..self.each];
        let (address_bytes, rest) = slot.split_at_mut(self.address_len);
        address.write(address_bytes);
        rest.copy_from_slice(input);
    }

    /// Sets the first inputs to consecutive `values`, and the last byte of their addresses to
    /// `last`.
    pub(super) fn refill(&mut self, last: u8, values: &[u8]) {
        let slots = self.bytes.chunks_exact_mut(self.each);
        for (slot, value) in slots.zip(values.chunks_exact(self.each - self.address_len)) {
            slot[self.address_len - 1] = last;
            slot[self.address_len..].copy_from_slice(value);
        }
    }
}
