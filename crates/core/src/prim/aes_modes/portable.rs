//! Bitsliced AES, and GHASH by integer products, both without lookup tables.
//!
//! Origin: written from FIPS 197, SP 800-38A and SP 800-38D; for the rounds see `prim/shared/aes/`,
//! for the product [`ghash`](super::ghash). Integer products must be constant-time, as they are on
//! every 64-bit processor in use.

use super::candidate::candidate;
use super::key::{Key, Prepared, Schedule};
use super::{NONCE_LEN, Ops, TAG_LEN, gcm, ghash};
use crate::choose::{Candidate, Features, Meta};
use crate::error::Result;
use crate::prim::Source;
use crate::prim::shared::aes::{
    self as rounds, Block, Slices, add_to_each, gathered, last_round, last_round_back, round,
    round_back, sliced,
};
use crate::wipe::{STACK, wipe, wipe_stack};

candidate!(Meta::own("portable", Features::NONE, "own, FIPS 197, bits side by side").checked());

/// Number of words processed in parallel if the input is long enough.
const WIDE: usize = 2;

pub(in crate::prim) fn expand(schedule: &mut Schedule, key: Key<'_>) {
    schedule.expand(key, rounds::sub_word);
}

fn dot(a: u128, b: u128) -> u128 {
    ghash::dot(a, b)
}

fn hash(key: &Prepared, sum: &mut u128, bytes: &[u8]) {
    ghash::absorb(key.powers(1)[0], sum, bytes);
}

fn seal_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], message: &[u8]) {
    ctr(&key.schedule, counter, out, Source::From(message));
    hash(key, sum, out);
}

fn open_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], text: &[u8]) {
    hash(key, sum, text);
    ctr(&key.schedule, counter, out, Source::From(text));
}

/// Bitsliced round keys, replicated for each block.
pub(in crate::prim) struct Sliced {
    keys: [Slices<1>; 15],
    rounds: usize,
}

impl Sliced {
    #[inline(always)]
    pub(in crate::prim) fn new(schedule: &Schedule) -> Self {
        let (first, middle, last) = schedule.keys();
        let mut keys = [Slices::default(); 15];
        for (to, from) in keys.iter_mut().zip([first].into_iter().chain(middle).chain([last])) {
            *to = sliced(&[[*from; 4]]);
        }
        Self { keys, rounds: middle.len() + 1 }
    }

    #[inline(never)]
    pub(in crate::prim) fn encrypt<const N: usize>(&self, blocks: &mut [[Block; 4]; N]) {
        let mut q = sliced(blocks);
        add_to_each(&mut q, &self.keys[0]);
        for key in &self.keys[1..self.rounds] {
            round(&mut q);
            add_to_each(&mut q, key);
        }
        last_round(&mut q);
        add_to_each(&mut q, &self.keys[self.rounds]);
        *blocks = gathered(q);
    }

    #[inline(never)]
    pub(in crate::prim) fn decrypt<const N: usize>(&self, blocks: &mut [[Block; 4]; N]) {
        let mut q = sliced(blocks);
        add_to_each(&mut q, &self.keys[self.rounds]);
        last_round_back(&mut q);
        for key in self.keys[1..self.rounds].iter().rev() {
            add_to_each(&mut q, key);
            round_back(&mut q);
        }
        add_to_each(&mut q, &self.keys[0]);
        *blocks = gathered(q);
    }
}

impl Drop for Sliced {
    /// Also wipes the stack, because the bitsliced rounds spill more secrets to the stack than the
    /// functions of the remaining candidates.
    fn drop(&mut self) {
        self.keys.as_flattened_mut().iter_mut().for_each(|key| key.wipe());
        wipe_stack::<STACK>();
    }
}

fn ctr(schedule: &Schedule, mut counter: u128, out: &mut [u8], source: Source<'_>) {
    let keys = Sliced::new(schedule);
    let (wide, rest) = out.split_at_mut(out.len() - out.len() % (64 * WIDE));
    stream::<WIDE>(&keys, &mut counter, wide, source.first(wide.len()));
    stream::<1>(&keys, &mut counter, rest, source.skip(wide.len()));
}

#[inline(always)]
fn stream<const N: usize>(
    keys: &Sliced,
    counter: &mut u128,
    out: &mut [u8],
    mut source: Source<'_>,
) {
    let mut blocks = [[[0; 16]; 4]; N];
    for out in out.chunks_mut(64 * N) {
        for block in blocks.as_flattened_mut() {
            *block = counter.to_be_bytes();
            *counter = counter.wrapping_add(1);
        }
        keys.encrypt(&mut blocks);
        source.xor(out, blocks.as_flattened().as_flattened());
        source = source.skip(out.len());
    }
    wipe(blocks.as_flattened_mut());
}

fn cbc_encrypt(schedule: &Schedule, iv: &mut Block, out: &mut [Block], mut source: Source<'_>) {
    let keys = Sliced::new(schedule);
    let mut blocks = [[*iv, [0; 16], [0; 16], [0; 16]]];
    for out in out {
        let chain = blocks[0][0];
        source.xor(out, &chain);
        source = source.skip(16);
        blocks[0][0] = *out;
        keys.encrypt(&mut blocks);
        *out = blocks[0][0];
    }
    *iv = blocks[0][0];
    wipe(blocks.as_flattened_mut());
}

fn cbc_decrypt(schedule: &Schedule, iv: &mut Block, out: &mut [Block], mut source: Source<'_>) {
    let keys = Sliced::new(schedule);
    for out in out.chunks_mut(4 * WIDE) {
        let mut chain = [[0; 16]; 4 * WIDE];
        source.xor(out.as_flattened_mut(), chain.as_flattened());
        chain[..out.len()].copy_from_slice(out);
        let mut blocks: [[Block; 4]; WIDE] =
            core::array::from_fn(|n| core::array::from_fn(|k| chain[4 * n + k]));
        keys.decrypt(&mut blocks);
        let before = [*iv].into_iter().chain(chain);
        for ((to, from), before) in out.iter_mut().zip(blocks.as_flattened()).zip(before) {
            *to = core::array::from_fn(|i| from[i] ^ before[i]);
        }
        *iv = chain[out.len() - 1];
        source = source.skip(16 * out.len());
        wipe(blocks.as_flattened_mut());
    }
}
