//! The permutation that keeps prefixes, over the sums of any kernel (draft-denis-ipcrypt, ipcrypt-pfx).
//!
//! A prefix is a number with a one in front of its bits, so that none is the beginning of another. The
//! next bit enters at the end; behind all 128 the one is gone, and the prefix is the address.

use super::{Block, Kept};

/// Prefixes side by side.
pub(super) const LANES: usize = 4;

impl Kept {
    pub(super) const fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Mapped => 96,
        }
    }
}

/// The bits in front, as a prefix.
#[inline(always)]
pub(super) const fn start(address: u128, bits: u32) -> u128 {
    1 << bits | address >> 1 >> (127 - bits)
}

/// Bit `i`, counted from the front.
#[inline(always)]
pub(super) const fn bit(address: u128, i: u32) -> u128 {
    address >> (127 - i) & 1
}

/// Encrypts, whose prefixes are all known. `sums` gives the last bit of each prefix's sum.
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

/// Decrypts two bits at a time: the sum of the prefix, and of both that it may become.
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
