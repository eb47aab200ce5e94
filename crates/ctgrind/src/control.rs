//! Functions that leak on purpose: a check that does not see them sees nothing.

use core::hint::black_box;

use crate::memcheck::{hide, reveal};

/// Branches on a secret.
fn branches(secret: &[u8; 16]) -> u8 {
    let mut sum = 0_u8;
    for &byte in secret {
        if black_box(byte) & 1 == 1 {
            sum = black_box(sum.wrapping_add(3));
        }
    }
    sum
}

/// Looks a secret up in a table.
fn indexes(secret: &[u8; 16]) -> u8 {
    let table: [u8; 256] = core::array::from_fn(|i| (i * 7) as u8);
    secret.iter().fold(0, |sum, &byte| sum ^ black_box(&table)[usize::from(byte)])
}

/// Stops comparing at the first difference.
fn compares(secret: &[u8; 16]) -> u8 {
    u8::from(secret.iter().zip(&[0; 16]).all(|(a, b)| black_box(a) == b))
}

/// Adds up: leaks nothing.
fn adds(secret: &[u8; 16]) -> u8 {
    secret.iter().fold(0, |sum, &byte| sum.wrapping_add(black_box(byte)))
}

/// Name, function, and whether it leaks.
pub(crate) const CONTROLS: &[(&str, fn(&[u8; 16]) -> u8, bool)] = &[
    ("branches", branches, true),
    ("indexes", indexes, true),
    ("compares", compares, true),
    ("adds", adds, false),
];

/// Runs a control on a hidden secret.
pub(crate) fn run(control: fn(&[u8; 16]) -> u8) {
    let mut secret = [0; 16];
    hide(&mut secret);
    reveal(&mut [black_box(control)(&secret)]);
}
