//! Rounds on bits against FIPS 197 byte by byte.

use super::nibbles::{A_OVER, CONSTANT, INFINITE, INVERSE, OUTPUT, PAIRS, Table};
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

/// Section 5.1.1: a^254, the inverse or zero, and the affine map.
fn substituted(a: u8) -> u8 {
    let inverse = (0..254).fold(1, |power, _| product(power, a));
    [1, 2, 3, 4].iter().fold(inverse ^ 0x63, |sum, &by| sum ^ inverse.rotate_left(by))
}

/// Section 5.1.2.
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

/// Eight blocks that differ, with all bytes there are among the blocks of all seeds.
fn blocks(seed: u64) -> [[Block; 4]; 2] {
    core::array::from_fn(|n| {
        core::array::from_fn(|k| sample_array(seed * 8 + (4 * n + k) as u64 + 1))
    })
}

#[test]
fn rounds_are_those_of_the_standard() {
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
fn every_byte_is_substituted_as_in_the_standard() {
    for a in 0..=u8::MAX {
        let word = [a, !a, a ^ 0x55, a.wrapping_add(1)];
        let expected = word.map(substituted);
        assert_eq!(sub_word(u32::from_le_bytes(word)).to_le_bytes(), expected, "{word:02x?}");
    }
}

/// As a vector instruction looks a byte up: behind the end of the table is nothing.
fn found(table: &Table, at: u8) -> u8 {
    table.get(usize::from(at)).copied().unwrap_or(0)
}

#[test]
fn tables_of_four_bits_substitute_every_byte_as_in_the_standard() {
    for a in 0..=u8::MAX {
        let pair = found(&PAIRS[0], a & 15) ^ found(&PAIRS[1], a >> 4);
        let (k, i) = (pair & 15, pair >> 4);
        let io = found(&INVERSE, found(&INVERSE, i) ^ found(&A_OVER, k)) ^ i ^ k;
        let jo = found(&INVERSE, found(&INVERSE, i ^ k) ^ found(&A_OVER, k)) ^ i;
        assert_eq!(
            found(&OUTPUT[0], io) ^ found(&OUTPUT[1], jo) ^ CONSTANT,
            substituted(a),
            "{a:02x}"
        );
    }
    assert_eq!([INVERSE[0], A_OVER[0]], [INFINITE; 2]);
}
