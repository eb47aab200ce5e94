//! Functions that leak on purpose, to check that memcheck detects them.

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

/// Uses a secret as a table index.
fn indexes(secret: &[u8; 16]) -> u8 {
    let table: [u8; 256] = core::array::from_fn(|i| (i * 7) as u8);
    secret.iter().fold(0, |sum, &byte| sum ^ black_box(&table)[usize::from(byte)])
}

/// Compares with early exit at the first difference.
fn compares(secret: &[u8; 16]) -> u8 {
    u8::from(secret.iter().zip(&[0; 16]).all(|(a, b)| black_box(a) == b))
}

/// Computes a sum of secret bytes without a leak.
fn adds(secret: &[u8; 16]) -> u8 {
    secret.iter().fold(0, |sum, &byte| sum.wrapping_add(black_box(byte)))
}

/// The control functions; each entry holds a name, a function, and whether the function leaks.
pub(crate) const CONTROLS: &[(&str, fn(&[u8; 16]) -> u8, bool)] = &[
    ("branches", branches, true),
    ("indexes", indexes, true),
    ("compares", compares, true),
    ("adds", adds, false),
];

/// Runs a control function on a hidden secret.
pub(crate) fn run(control: fn(&[u8; 16]) -> u8) {
    let mut secret = [0; 16];
    hide(&mut secret);
    reveal(&mut [black_box(control)(&secret)]);
}
