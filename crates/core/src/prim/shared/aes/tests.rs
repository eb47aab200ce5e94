//! Compares the bitsliced rounds with a bytewise implementation of FIPS 197.

use super::nibbles::{A_OVER, CONSTANT, INFINITE, INVERSE, OUTPUT, PAIRS, Table};
#[cfg(feature = "ipcrypt")]
use super::pairs;
use super::{
    Block, add, gathered, last_round, last_round_back, round, round_back, sliced, sub_word,
};
use crate::choose::sample_array;

fn doubled(a: u8) -> u8 {
    a << 1 ^ if a & 0x80 == 0 { 0 } else { 0x1b }
}

fn product(mut a: u8, b: u8) -> u8 {
    let mut sum = 0;
    for bit in 0..8 {
        if b >> bit & 1 == 1 {
            sum ^= a;
        }
        a = doubled(a);
    }
    sum
}

/// Section 5.1.1: a^254, which is the inverse or zero, and the affine map.
fn substituted(a: u8) -> u8 {
    let inverse = (0..254).fold(1, |power, _| product(power, a));
    [1, 2, 3, 4].iter().fold(inverse ^ 0x63, |sum, &by| sum ^ inverse.rotate_left(by))
}

/// Section 5.1.2, after SubBytes.
fn shifted(block: &Block) -> Block {
    core::array::from_fn(|i| substituted(block[(i + 4 * (i % 4)) % 16]))
}

/// Section 5.1.3.
fn mixed(block: &Block) -> Block {
    core::array::from_fn(|i| {
        let a = |row: usize| block[i - i % 4 + (i + row) % 4];
        product(a(0), 2) ^ product(a(1), 3) ^ a(2) ^ a(3)
    })
}

/// Returns eight distinct blocks; the blocks of all seeds contain every byte value.
fn blocks(seed: u64) -> [[Block; 4]; 2] {
    core::array::from_fn(|n| {
        core::array::from_fn(|k| sample_array(seed * 8 + (4 * n + k) as u64 + 1))
    })
}

#[test]
fn rounds_agree_with_the_standard() {
    for seed in 0..40 {
        let blocks = blocks(seed);
        let mut q = sliced(&blocks);
        assert_eq!(gathered(q), blocks);
        last_round(&mut q);
        assert_eq!(gathered(q), blocks.map(|four| four.map(|block| shifted(&block))));
        last_round_back(&mut q);
        assert_eq!(gathered(q), blocks, "back, seed {seed}");
        round(&mut q);
        assert_eq!(gathered(q), blocks.map(|four| four.map(|block| mixed(&shifted(&block)))));
        round_back(&mut q);
        assert_eq!(gathered(q), blocks, "back, seed {seed}");
        add(&mut q, &sliced(&blocks));
        assert_eq!(gathered(q), [[[0; 16]; 4]; 2]);
    }
}

#[test]
fn every_substitution_agrees_with_the_standard() {
    for a in 0..=u8::MAX {
        let word = [a, !a, a ^ 0x55, a.wrapping_add(1)];
        let expected = word.map(substituted);
        assert_eq!(sub_word(u32::from_le_bytes(word)).to_le_bytes(), expected, "{word:02x?}");
    }
}

/// Looks a byte up like the vector instruction, which returns zero beyond the end of the table.
fn found(table: &Table, at: u8) -> u8 {
    table.get(usize::from(at)).copied().unwrap_or(0)
}

fn sum_of(tables: &[Table; 2], at: [u8; 2]) -> u8 {
    found(&tables[0], at[0]) ^ found(&tables[1], at[1])
}

/// Returns the image of a byte under a map.
fn mapped(map: &[Table; 2], byte: u8) -> u8 {
    sum_of(map, [byte & 15, byte >> 4])
}

/// Returns the indices io and jo for looking up the inverse of a pair.
fn inverse_of(pair: u8) -> [u8; 2] {
    let (k, i) = (pair & 15, pair >> 4);
    let io = found(&INVERSE, found(&INVERSE, i) ^ found(&A_OVER, k)) ^ i ^ k;
    let jo = found(&INVERSE, found(&INVERSE, i ^ k) ^ found(&A_OVER, k)) ^ i;
    [io, jo]
}

#[test]
fn nibble_tables_agree_with_the_standard() {
    for a in 0..=u8::MAX {
        let found = sum_of(&OUTPUT, inverse_of(mapped(&PAIRS, a)));
        assert_eq!(found ^ CONSTANT, substituted(a), "{a:02x}");
    }
    assert_eq!([INVERSE[0], A_OVER[0]], [INFINITE; 2]);
}

#[cfg(feature = "ipcrypt")]
#[test]
fn maps_of_pairs_agree_with_maps_of_bytes() {
    let bytes = |pair| mapped(&pairs::BYTES, pair);
    for a in 0..=u8::MAX {
        let pair = mapped(&PAIRS, a);
        assert_eq!(bytes(pair), a);
        assert_eq!(bytes(mapped(&pairs::TWICE, pair)), doubled(a), "{a:02x}");
        let image = sum_of(&pairs::SUBSTITUTED, inverse_of(pair));
        assert_eq!(bytes(image ^ pairs::ADDED), substituted(a), "{a:02x}");
        let twice = sum_of(&pairs::DOUBLED, inverse_of(pair));
        assert_eq!(twice, mapped(&pairs::TWICE, image), "{a:02x}");
        let before = mapped(&pairs::BEFORE_INVERSION, image);
        assert_eq!(bytes(sum_of(&pairs::INVERTED, inverse_of(before))), a, "{a:02x}");
    }
}

/// Section 5.2: a power of two in the first byte of a word, and the S-box's constant in every byte.
#[cfg(feature = "ipcrypt")]
#[test]
fn round_constants_are_pairs() {
    let mut power = 1;
    for word in pairs::ROUND_CONSTANTS {
        let bytes = word.to_le_bytes().map(|pair| mapped(&pairs::BYTES, pair));
        assert_eq!(bytes, [power ^ CONSTANT, CONSTANT, CONSTANT, CONSTANT]);
        power = doubled(power);
    }
}
