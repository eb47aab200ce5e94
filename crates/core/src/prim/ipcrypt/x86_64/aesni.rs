//! ipcrypt with AES instructions.
//!
//! Strategy: four prefixes in parallel under each of the two keys. Needs AES and AVX. Fastest
//! wherever it can run.

use super::super::candidate::{self, candidate};
use super::super::{Block, Kept, Key, Ops, Tweak, prefix};
use crate::choose::{Candidate, Meta};
use crate::prim::aes_modes::{Schedule, x86_64::aesni as aes};

candidate!("aesni", "aes,avx");

#[inline]
#[target_feature(enable = "aes,avx")]
fn encrypt_block(schedule: &Schedule, block: &mut Block) {
    let mut blocks = [aes::load(block)];
    aes::encrypt(schedule, &mut blocks);
    aes::store(block, blocks[0]);
}

#[inline]
#[target_feature(enable = "aes,avx")]
fn decrypt_block(schedule: &Schedule, block: &mut Block) {
    let mut blocks = [aes::load(block)];
    aes::decrypt(schedule, &mut blocks);
    aes::store(block, blocks[0]);
}

#[inline(always)]
fn ready(schedule: &Schedule) -> &Schedule {
    schedule
}

#[inline]
#[target_feature(enable = "aes,avx")]
fn sums(keys: [&&Schedule; 2], prefixes: &[u128; prefix::LANES]) -> [u128; prefix::LANES] {
    let mut blocks = [aes::from_number(0); prefix::LANES];
    for i in 0..prefix::LANES {
        blocks[i] = aes::from_number(prefixes[i]);
    }
    let (mut one, mut other) = (blocks, blocks);
    aes::encrypt(keys[0], &mut one);
    aes::encrypt(keys[1], &mut other);
    let mut sums = [0; prefix::LANES];
    for i in 0..prefix::LANES {
        sums[i] = aes::to_number(aes::xor(one[i], other[i])) & 1;
    }
    sums
}
