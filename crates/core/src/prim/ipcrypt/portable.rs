//! ipcrypt with bitsliced AES, without lookup tables.
//!
//! Strategy: four prefixes in parallel. Fastest where AES instructions are missing.

use super::candidate::{self, candidate};
use super::{Block, Kept, Key, Ops, Tweak, prefix};
use crate::choose::{Candidate, Meta};
use crate::prim::aes_modes::{Schedule, portable as aes};
use crate::wipe::wipe;

use aes::Sliced;

candidate!("portable");

fn encrypt_block(schedule: &Schedule, block: &mut Block) {
    let mut blocks = [[*block, [0; 16], [0; 16], [0; 16]]];
    Sliced::new(schedule).encrypt(&mut blocks);
    *block = blocks[0][0];
    wipe(blocks.as_flattened_mut());
}

fn decrypt_block(schedule: &Schedule, block: &mut Block) {
    let mut blocks = [[*block, [0; 16], [0; 16], [0; 16]]];
    Sliced::new(schedule).decrypt(&mut blocks);
    *block = blocks[0][0];
    wipe(blocks.as_flattened_mut());
}

fn ready(schedule: &Schedule) -> Sliced {
    Sliced::new(schedule)
}

fn sums(keys: [&Sliced; 2], prefixes: &[u128; prefix::LANES]) -> [u128; prefix::LANES] {
    let mut encrypted = [[prefixes.map(u128::to_be_bytes)]; 2];
    for (key, blocks) in keys.into_iter().zip(&mut encrypted) {
        key.encrypt(blocks);
    }
    let [[one], [other]] = encrypted;
    core::array::from_fn(|i| u128::from((one[i][15] ^ other[i][15]) & 1))
}
