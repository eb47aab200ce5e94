//! ipcrypt with AES rounds by vector lookups of nibbles (swizzles).
//!
//! Strategy: one block with its round keys expanded on the fly, or one prefix under both keys in
//! parallel. Blocks and keys are in the pair representation of `prim/shared/aes/pairs.rs`. The
//! additive constant of the S-box is folded into the round keys, since MixColumns and its inverse
//! leave it unchanged. Only the round keys for prefixes and for decryption are in memory, and they
//! are wiped. Origin: written from FIPS 197. Needs SIMD128. Fastest wherever it can run.

use core::arch::wasm32::*;

use super::super::{Block, Kept, Key, Ops, Tweak, candidate::padded, prefix};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::shared::aes::nibbles::{PAIRS, Table};
use crate::prim::shared::aes::pairs::{
    ADDED, BEFORE_INVERSION, BYTES, DOUBLED, INVERTED, ROUND_CONSTANTS, SUBSTITUTED, TWICE,
};
use crate::prim::shared::aes::wasm32::simd128::{Inversion, sum_of};
use crate::prim::shared::wasm32::simd128::{load, read, store};
use crate::wipe::wipe;

pub(in crate::prim::ipcrypt) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, draft-denis-ipcrypt"),
    ops: Ops { encrypt, decrypt, prefix_encrypt, prefix_decrypt },
};

fn encrypt(key: &Key, tweak: &Tweak, block: &mut Block) {
    let tables = read(&TABLES);
    let tweak = tables.pairs(&padded(tweak));
    let added = v128_xor(tweak, load(&tables.added));
    let mut key = tables.pairs(key);
    let mut state = v128_xor(tables.pairs(block), v128_xor(key, tweak));
    for &constant in &tables.round_constants[..9] {
        key = tables.next_key(key, constant);
        state = v128_xor(tables.round(state), v128_xor(key, added));
    }
    key = tables.next_key(key, tables.round_constants[9]);
    state = v128_xor(tables.last_round(state), v128_xor(key, added));
    store(block, tables.bytes(state));
}

fn decrypt(key: &Key, tweak: &Tweak, block: &mut Block) {
    let tables = read(&TABLES);
    let tweak = tables.pairs(&padded(tweak));
    let added = v128_xor(tweak, load(&tables.added));
    let mut keys = [Block::default(); 11];
    tables.expand(&mut keys, key);
    let mut state = v128_xor(tables.pairs(block), v128_xor(load(&keys[10]), added));
    for key in keys[1..10].iter().rev() {
        let sum = v128_xor(tables.substituted_back(state), v128_xor(load(key), added));
        state = tables.mixed_back(sum);
    }
    let sum = v128_xor(tables.substituted_back(state), v128_xor(load(&keys[0]), tweak));
    store(block, tables.bytes(sum));
    wipe(&mut keys);
}

fn prefix_encrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) {
    with_expanded(keys, |keys| prefix::encrypt(kept, block, |prefixes| sums(keys, prefixes)));
}

/// Decrypts one bit per step: the time for several prefixes in parallel grows in proportion to
/// their number.
fn prefix_decrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) {
    let encrypted = u128::from_be_bytes(*block);
    let mut prefix = prefix::start(encrypted, kept.bits());
    with_expanded(keys, |keys| {
        for at in kept.bits()..128 {
            let sum: u128 = read(&TABLES).sum(keys, prefix).into();
            prefix = prefix << 1 | prefix::bit(encrypted, at) ^ sum;
        }
    });
    *block = prefix.to_be_bytes();
}

/// The round keys of AES-128, as pairs.
type Schedule = [Block; 11];

#[inline(always)]
fn with_expanded(keys: [&Key; 2], work: impl FnOnce(&[Schedule; 2])) {
    let mut schedules = [[Block::default(); 11]; 2];
    for (schedule, key) in schedules.iter_mut().zip(keys) {
        read(&TABLES).expand(schedule, key);
    }
    work(&schedules);
    wipe(schedules.as_flattened_mut());
}

#[inline(always)]
fn sums(keys: &[Schedule; 2], prefixes: &[u128; prefix::LANES]) -> [u128; prefix::LANES] {
    let mut sums = [0; prefix::LANES];
    for (sum, prefix) in sums.iter_mut().zip(prefixes) {
        *sum = read(&TABLES).sum(keys, *prefix).into();
    }
    sums
}

/// The lookup tables.
struct Tables {
    inversion: Inversion,
    pairs: [Table; 2],
    bytes: [Table; 2],
    substituted: [Table; 2],
    doubled: [Table; 2],
    twice: [Table; 2],
    before_inversion: [Table; 2],
    inverted: [Table; 2],
    /// The additive constant of the S-box.
    added: Table,
    /// Indices that replicate the last word of a key, rotated by a byte.
    last_word: Table,
    /// Indices of ShiftRows, for each of the four rows that MixColumns adds.
    rows: [Table; 4],
    /// Indices of InvShiftRows.
    rows_back: Table,
    /// Indices that reverse the bytes of a number to big-endian.
    turned: Table,
    round_constants: [u32; 10],
}

static TABLES: Tables = Tables {
    inversion: Inversion::TABLES,
    pairs: PAIRS,
    bytes: BYTES,
    substituted: SUBSTITUTED,
    doubled: DOUBLED,
    twice: TWICE,
    before_inversion: BEFORE_INVERSION,
    inverted: INVERTED,
    added: [ADDED; 16],
    last_word: [13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12],
    rows: [
        [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11],
        [5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12],
        [10, 15, 0, 5, 14, 3, 4, 9, 2, 7, 8, 13, 6, 11, 12, 1],
        [15, 0, 5, 10, 3, 4, 9, 14, 7, 8, 13, 2, 11, 12, 1, 6],
    ],
    rows_back: [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3],
    turned: [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    round_constants: ROUND_CONSTANTS,
};

/// Permutes the bytes of a vector: byte i of the result is the byte at index `from[i]`.
#[inline(always)]
fn moved(from: &Table, bytes: v128) -> v128 {
    i8x16_swizzle(bytes, load(from))
}

impl Tables {
    #[inline(always)]
    fn pairs(&self, bytes: &[u8; 16]) -> v128 {
        self.inversion.mapped(&self.pairs, load(bytes))
    }

    #[inline(always)]
    fn bytes(&self, pairs: v128) -> v128 {
        self.inversion.mapped(&self.bytes, pairs)
    }

    // Not inlined, to save code size.
    #[inline(never)]
    fn expand(&self, schedule: &mut Schedule, key: &Key) {
        let mut key = self.pairs(key);
        let (first, rest) = schedule.split_at_mut(1);
        store(&mut first[0], key);
        for (to, &constant) in rest.iter_mut().zip(&self.round_constants) {
            key = self.next_key(key, constant);
            store(to, key);
        }
    }

    /// Computes the next round key: each word becomes the XOR of itself, the words before it, and
    /// the substituted last word.
    #[inline(always)]
    fn next_key(&self, key: v128, constant: u32) -> v128 {
        let (io, jo) = self.inversion.of(moved(&self.last_word, key));
        let word = v128_xor(sum_of(&self.substituted, io, jo), u32x4_splat(constant));
        let none = u32x4_splat(0);
        let key = v128_xor(key, u32x4_shuffle::<3, 4, 5, 6>(none, key));
        v128_xor(v128_xor(key, u32x4_shuffle::<2, 3, 4, 5>(none, key)), word)
    }

    /// Returns the last bit of a prefix's sum.
    #[inline(never)]
    fn sum(&self, keys: &[Schedule; 2], prefix: u128) -> u8 {
        let [[first, middle @ .., last], [and_first, and_middle @ .., and_last]] = keys;
        let number = u64x2(prefix as u64, (prefix >> 64) as u64);
        let prefix = self.inversion.mapped(&self.pairs, moved(&self.turned, number));
        let added = load(&self.added);
        let mut one = v128_xor(prefix, load(first));
        let mut other = v128_xor(prefix, load(and_first));
        for (key, and_key) in middle.iter().zip(and_middle) {
            one = v128_xor(v128_xor(self.round(one), load(key)), added);
            other = v128_xor(v128_xor(self.round(other), load(and_key)), added);
        }
        one = v128_xor(self.last_round(one), load(last));
        other = v128_xor(self.last_round(other), load(and_last));
        u8x16_extract_lane::<15>(self.bytes(v128_xor(one, other))) & 1
    }

    /// Applies SubBytes, ShiftRows and MixColumns (FIPS 197 section 5.1), without the additive
    /// constant of the S-box and the round key. Each byte becomes 2 a + 3 b + c + d, where a to d
    /// are the bytes of its column from its own row down; ShiftRows is folded into the indices.
    #[inline(always)]
    fn round(&self, state: v128) -> v128 {
        let (io, jo) = self.inversion.of(state);
        let bytes = sum_of(&self.substituted, io, jo);
        let twice = sum_of(&self.doubled, io, jo);
        let [a, b, c, d] = &self.rows;
        let front = v128_xor(moved(a, twice), moved(b, v128_xor(twice, bytes)));
        v128_xor(front, v128_xor(moved(c, bytes), moved(d, bytes)))
    }

    /// Applies a round without MixColumns.
    #[inline(always)]
    fn last_round(&self, state: v128) -> v128 {
        let (io, jo) = self.inversion.of(state);
        moved(&self.rows[0], sum_of(&self.substituted, io, jo))
    }

    /// Applies InvShiftRows and InvSubBytes (FIPS 197 section 5.3) to a state that already includes
    /// the additive constant of the S-box.
    #[inline(always)]
    fn substituted_back(&self, state: v128) -> v128 {
        let state = moved(&self.rows_back, state);
        let (io, jo) = self.inversion.of(self.inversion.mapped(&self.before_inversion, state));
        sum_of(&self.inverted, io, jo)
    }

    /// Applies InvMixColumns. Its matrix is the product of the MixColumns matrix and a matrix that
    /// adds 4 (a + c) to a and c.
    #[inline(always)]
    fn mixed_back(&self, state: v128) -> v128 {
        let both = v128_xor(state, below::<2>(state));
        let state = v128_xor(state, self.twice(self.twice(both)));
        let sum = v128_xor(state, below::<1>(state));
        v128_xor(v128_xor(self.twice(sum), below::<1>(state)), below::<2>(sum))
    }

    #[inline(always)]
    fn twice(&self, pairs: v128) -> v128 {
        self.inversion.mapped(&self.twice, pairs)
    }
}

/// Rotates each column: byte i of the result is the byte `ROWS` rows below.
#[inline(always)]
fn below<const ROWS: u32>(state: v128) -> v128 {
    v128_or(u32x4_shr(state, 8 * ROWS), u32x4_shl(state, 32 - 8 * ROWS))
}
