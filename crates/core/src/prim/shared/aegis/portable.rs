//! Blocks as plain integers, with bitsliced AES rounds.

use crate::prim::shared::aes::{gathered, round, sliced};

/// A block; the first byte is the least significant.
pub(in crate::prim) type Block = u128;

#[inline(always)]
pub(in crate::prim) fn load(bytes: &[u8; 16]) -> Block {
    u128::from_le_bytes(*bytes)
}

#[inline(always)]
pub(in crate::prim) fn store(to: &mut [u8; 16], block: Block) {
    *to = block.to_le_bytes();
}

#[inline(always)]
pub(in crate::prim) fn xor(a: Block, b: Block) -> Block {
    a ^ b
}

#[inline(always)]
pub(in crate::prim) fn and(a: Block, b: Block) -> Block {
    a & b
}

/// Performs an AES round on each of up to eight blocks and adds its key.
pub(in crate::prim) fn rounds<const N: usize>(blocks: [Block; N], keys: [Block; N]) -> [Block; N] {
    let mut bytes = [[[0; 16]; 4]; 2];
    for (to, block) in bytes.as_flattened_mut().iter_mut().zip(blocks) {
        *to = block.to_le_bytes();
    }
    let mut bits = sliced(&bytes);
    round(&mut bits);
    let done = gathered(bits);
    let mut sum = keys;
    for (sum, block) in sum.iter_mut().zip(done.as_flattened()) {
        *sum ^= u128::from_le_bytes(*block);
    }
    sum
}
