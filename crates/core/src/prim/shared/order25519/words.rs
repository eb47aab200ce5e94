//! Sums and products in words without bits to spare.

use super::ORDER;

/// How many bits of a number a `u64` holds.
pub(super) trait Word {
    const BITS: u32;
    const MASK: u64 = u64::MAX >> (64 - Self::BITS);

    /// The word that these bytes begin with.
    fn read(bytes: &[u8]) -> u64;

    /// The product with two words added, as its low word and its high one.
    fn multiply(a: u64, b: u64, c: u64, d: u64) -> (u64, u64);

    /// The difference without a borrow of zero or one, and the next one.
    fn subtract(a: u64, b: u64, borrow: u64) -> (u64, u64);
}

/// Words of 64 bits.
pub(super) struct Whole;

impl Word for Whole {
    const BITS: u32 = 64;

    #[inline(always)]
    fn read(bytes: &[u8]) -> u64 {
        bytes.first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
    }

    #[inline(always)]
    fn multiply(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
        let sum = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
        (sum as u64, (sum >> 64) as u64)
    }

    #[inline(always)]
    fn subtract(a: u64, b: u64, borrow: u64) -> (u64, u64) {
        let (difference, first) = a.overflowing_sub(b);
        let (difference, second) = difference.overflowing_sub(borrow);
        (difference, (first | second).into())
    }
}

/// Words of 32 bits.
pub(super) struct Half;

impl Word for Half {
    const BITS: u32 = 32;

    #[inline(always)]
    fn read(bytes: &[u8]) -> u64 {
        bytes.first_chunk().map_or(0, |word| u32::from_le_bytes(*word).into())
    }

    #[inline(always)]
    fn multiply(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
        let sum = a * b + c + d;
        (sum & Self::MASK, sum >> 32)
    }

    #[inline(always)]
    fn subtract(a: u64, b: u64, borrow: u64) -> (u64, u64) {
        let difference = a.wrapping_sub(b + borrow);
        (difference & Self::MASK, difference >> 63)
    }
}

/// Room for a number of 512 bits and a word; a number of 256 bits has `N` words.
type Room = [u64; 17];

#[inline(always)]
fn number<W: Word, const N: usize>(bytes: &[u8; 32]) -> [u64; N] {
    let (mut number, len) = ([0; N], W::BITS as usize / 8);
    for (word, bytes) in number.iter_mut().zip(bytes.chunks_exact(len)) {
        *word = W::read(bytes);
    }
    number
}

#[inline(always)]
fn bytes<W: Word, const N: usize>(number: &[u64; N]) -> [u8; 32] {
    let (mut bytes, len) = ([0; 32], W::BITS as usize / 8);
    for (bytes, word) in bytes.chunks_exact_mut(len).zip(number) {
        bytes.copy_from_slice(&word.to_le_bytes()[..len]);
    }
    bytes
}

/// Adds the product of two numbers to one that has words for the sum.
#[inline(always)]
fn add_product<W: Word>(sum: &mut [u64], x: &[u64], y: &[u64]) {
    for (i, a) in x.iter().enumerate() {
        let (low, high) = sum[i..].split_at_mut(y.len());
        let mut carry = 0;
        for (word, b) in low.iter_mut().zip(y) {
            (*word, carry) = W::multiply(*a, *b, *word, carry);
        }
        for word in high {
            (*word, carry) = W::multiply(*word, 1, carry, 0);
        }
    }
}

/// Adds a number, without what is carried from the highest word.
#[inline(always)]
fn add_to<W: Word>(sum: &mut [u64], other: &[u64]) {
    let mut carry = 0;
    for (word, other) in sum.iter_mut().zip(other) {
        (*word, carry) = W::multiply(*word, 1, *other, carry);
    }
}

/// As [`add_to`] if the condition is one, and nothing if it is zero.
#[inline(always)]
fn add_if<W: Word, const N: usize>(condition: u64, sum: &mut [u64; N], other: &[u64; N]) {
    add_to::<W>(sum, &other.map(|word| word & condition.wrapping_neg()));
}

/// Takes a number off, and gives the borrow.
#[inline(always)]
fn take_from<W: Word>(difference: &mut [u64], other: &[u64]) -> u64 {
    let mut borrow = 0;
    for (word, other) in difference.iter_mut().zip(other) {
        (*word, borrow) = W::subtract(*word, *other, borrow);
    }
    borrow
}

/// Takes what is above 2^252 off a number, so many words of it, and gives it.
#[inline(always)]
fn split<W: Word, const N: usize>(number: &mut [u64], count: usize) -> Room {
    let mut above = [0; 17];
    for (i, word) in above.iter_mut().take(count).enumerate() {
        let pair = [N - 1 + i, N + i].map(|at| number.get(at).copied().unwrap_or(0));
        *word = pair[0] >> (W::BITS - 4) | pair[1] << 4 & W::MASK;
    }
    number[N - 1] &= W::MASK >> 4;
    number[N..].fill(0);
    above
}

/// A number of `N` words and as many more, reduced.
///
/// With the number h 2^252 + l, and c h = k 2^252 + m, it is l - m + c k modulo L. That and L are above
/// zero and below 2^259, since h is below 2^260, and k below 2^133.
#[inline(always)]
fn fold<W: Word, const N: usize>(mut wide: Room) -> [u64; N] {
    let order = number::<W, N>(&ORDER);
    let c = &order[..N / 2];
    let above = split::<W, N>(&mut wide[..2 * N], N + 1);
    let mut product = [0; 17];
    add_product::<W>(&mut product[..N + 1 + N / 2], &above[..=N], c);
    let above = split::<W, N>(&mut product[..N + 1 + N / 2], N / 2 + 1);
    let sum = &mut wide[..=N];
    add_to::<W>(sum, &order);
    take_from::<W>(sum, &product[..=N]);
    add_product::<W>(sum, &above[..=N / 2], c);
    fold_last::<W, N>(wide)
}

/// A number of one word more than `N`, below 2^(252 + 32), reduced.
///
/// With the number h 2^252 + l, it is l - c h or, where that is below zero, L more: h has a word, and c h is
/// below L.
#[inline(always)]
fn fold_last<W: Word, const N: usize>(mut wide: Room) -> [u64; N] {
    let order = number::<W, N>(&ORDER);
    let above = split::<W, N>(&mut wide[..=N], 1)[0];
    let mut product = [0; N];
    add_product::<W>(&mut product, &[above], &order[..N / 2]);
    let mut low = [0; N];
    low.copy_from_slice(&wide[..N]);
    let is_negative = take_from::<W>(&mut low, &product);
    add_if::<W, N>(is_negative, &mut low, &order);
    low
}

/// A number with a word above it, reduced.
#[inline(always)]
fn fold_short<W: Word, const N: usize>(low: &[u64; N]) -> [u64; N] {
    let mut wide = [0; 17];
    wide[..N].copy_from_slice(low);
    fold_last::<W, N>(wide)
}

/// The number, reduced.
pub(super) fn reduced<W: Word, const N: usize>(x: &[u8; 32]) -> [u8; 32] {
    bytes::<W, N>(&fold_short::<W, N>(&number::<W, N>(x)))
}

pub(super) fn reduce<W: Word, const N: usize>(x: &[u8; 64]) -> [u8; 32] {
    let (halves, _) = x.as_chunks();
    let mut wide = [0; 17];
    for (words, half) in wide.chunks_exact_mut(N).zip(halves) {
        words.copy_from_slice(&number::<W, N>(half));
    }
    bytes::<W, N>(&fold::<W, N>(wide))
}

pub(super) fn add<W: Word, const N: usize>(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    sum::<W, N>(x, &number::<W, N>(y))
}

pub(super) fn subtract<W: Word, const N: usize>(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut negative = [0; N];
    let borrow = take_from::<W>(&mut negative, &fold_short::<W, N>(&number::<W, N>(y)));
    add_if::<W, N>(borrow, &mut negative, &number::<W, N>(&ORDER));
    sum::<W, N>(x, &negative)
}

#[inline(always)]
fn sum<W: Word, const N: usize>(x: &[u8; 32], other: &[u64; N]) -> [u8; 32] {
    let mut sum = number::<W, N>(x);
    add_to::<W>(&mut sum, other);
    bytes::<W, N>(&fold_short::<W, N>(&sum))
}

pub(super) fn multiply<W: Word, const N: usize>(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut wide = [0; 17];
    add_product::<W>(&mut wide[..2 * N], &number::<W, N>(x), &number::<W, N>(y));
    bytes::<W, N>(&fold::<W, N>(wide))
}
