//! The prefix-preserving permutation (draft-denis-ipcrypt, ipcrypt-pfx). Any kernel can compute its
//! sums.
//!
//! A prefix is stored as a number with a leading one bit before its bits, so that prefixes of
//! different lengths differ. The next bit is shifted in at the end; after 128 bits the leading one
//! has been shifted out, and the number is the address.

use super::{Block, Kept};

/// The number of prefixes processed in parallel.
pub(super) const LANES: usize = 4;

impl Kept {
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Mapped => 96,
        }
    }
}

/// Returns the first `bits` bits of an address as a prefix.
#[inline(always)]
pub(super) const fn start(address: u128, bits: u32) -> u128 {
    1 << bits | address >> 1 >> (127 - bits)
}

/// Returns bit `i`, counted from the most significant bit.
#[inline(always)]
pub(super) const fn bit(address: u128, i: u32) -> u128 {
    address >> (127 - i) & 1
}

/// Encrypts an address. All prefixes of the address are known in advance, so several are processed
/// in parallel. `sums` returns the last bit of each prefix's sum.
#[inline(always)]
pub(super) fn encrypt(
    kept: Kept,
    block: &mut Block,
    sums: impl Fn(&[u128; LANES]) -> [u128; LANES],
) {
    let address = u128::from_be_bytes(*block);
    let (mut prefix, mut pad) = (start(address, kept.bits()), 0);
    let mut at = kept.bits();
    while at < 128 {
        let mut prefixes = [0; LANES];
        for slot in &mut prefixes {
            *slot = prefix;
            prefix = prefix << 1 | bit(address, at);
            at += 1;
        }
        for sum in sums(&prefixes) {
            pad = pad << 1 | sum;
        }
    }
    *block = (address ^ pad).to_be_bytes();
}

/// Decrypts an address, two bits per step: computes the sums of the prefix and of both possible
/// next prefixes.
#[inline(always)]
pub(super) fn decrypt(
    kept: Kept,
    block: &mut Block,
    sums: impl Fn(&[u128; LANES]) -> [u128; LANES],
) {
    let encrypted = u128::from_be_bytes(*block);
    let mut prefix = start(encrypted, kept.bits());
    for at in (kept.bits()..128).step_by(2) {
        let [zero, one] = [prefix << 1, prefix << 1 | 1];
        let [sum, after_zero, after_one, _] = sums(&[prefix, zero, one, 0]);
        let first = bit(encrypted, at) ^ sum;
        let second = bit(encrypted, at + 1) ^ after_zero ^ (after_zero ^ after_one) & first;
        prefix = prefix << 2 | first << 1 | second;
    }
    *block = prefix.to_be_bytes();
}
