//! Sums and products in 64-bit words.

use super::ORDER;

/// The number of words in a 256-bit number.
const N: usize = 4;

/// Returns the low and the high word of a * b + c + d.
#[inline(always)]
fn multiplied(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let sum = u128::from(a) * u128::from(b) + u128::from(c) + u128::from(d);
    (sum as u64, (sum >> 64) as u64)
}

/// Returns a - b - `borrow` and the next borrow; `borrow` is zero or one.
#[inline(always)]
fn subtracted(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow);
    (difference, (first | second).into())
}

/// Storage for a 512-bit number and one more word.
type Room = [u64; 9];

#[inline(always)]
fn number(bytes: &[u8; 32]) -> [u64; N] {
    let (words, _) = bytes.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

#[inline(always)]
fn bytes(number: &[u64; N]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(number) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// Adds the product of x and y to `sum`, which is long enough for the result.
#[inline(always)]
fn add_product(sum: &mut [u64], x: &[u64], y: &[u64]) {
    for (i, a) in x.iter().enumerate() {
        let (low, high) = sum[i..].split_at_mut(y.len());
        let mut carry = 0;
        for (word, b) in low.iter_mut().zip(y) {
            (*word, carry) = multiplied(*a, *b, *word, carry);
        }
        for word in high {
            (*word, carry) = multiplied(*word, 1, carry, 0);
        }
    }
}

/// Adds a number and drops the carry out of the highest word.
#[inline(always)]
fn add_to(sum: &mut [u64], other: &[u64]) {
    let mut carry = 0;
    for (word, other) in sum.iter_mut().zip(other) {
        (*word, carry) = multiplied(*word, 1, *other, carry);
    }
}

/// Like [`add_to`] if the condition is one; adds nothing if it is zero.
#[inline(always)]
fn add_if(condition: u64, sum: &mut [u64; N], other: &[u64; N]) {
    add_to(sum, &other.map(|word| word & condition.wrapping_neg()));
}

/// Subtracts a number and returns the borrow.
#[inline(always)]
fn take_from(difference: &mut [u64], other: &[u64]) -> u64 {
    let mut borrow = 0;
    for (word, other) in difference.iter_mut().zip(other) {
        (*word, borrow) = subtracted(*word, *other, borrow);
    }
    borrow
}

/// Removes the part above 2^252 from a number and returns `count` words of it.
#[inline(always)]
fn split(number: &mut [u64], count: usize) -> Room {
    let mut above = [0; 9];
    for (i, word) in above.iter_mut().take(count).enumerate() {
        let pair = [N - 1 + i, N + i].map(|at| number.get(at).copied().unwrap_or(0));
        *word = pair[0] >> 60 | pair[1] << 4;
    }
    number[N - 1] &= u64::MAX >> 4;
    number[N..].fill(0);
    above
}

/// Reduces a number of 2 `N` words.
///
/// With the number h 2^252 + l and c h = k 2^252 + m, the number is congruent to l - m + c k modulo
/// L. That sum plus L is positive and below 2^259, since h is below 2^260 and k below 2^133.
#[inline(always)]
fn fold(mut wide: Room) -> [u64; N] {
    let order = number(&ORDER);
    let c = &order[..N / 2];
    let above = split(&mut wide[..2 * N], N + 1);
    let mut product = [0; 9];
    add_product(&mut product[..N + 1 + N / 2], &above[..=N], c);
    let above = split(&mut product[..N + 1 + N / 2], N / 2 + 1);
    let sum = &mut wide[..=N];
    add_to(sum, &order);
    take_from(sum, &product[..=N]);
    add_product(sum, &above[..=N / 2], c);
    fold_last(wide)
}

/// Reduces a number of `N` + 1 words, below 2^(252 + 64).
///
/// With the number h 2^252 + l, the result is l - c h, plus L if that is negative: h fits a word,
/// and c h is below L.
#[inline(always)]
fn fold_last(mut wide: Room) -> [u64; N] {
    let order = number(&ORDER);
    let above = split(&mut wide[..=N], 1)[0];
    let mut product = [0; N];
    add_product(&mut product, &[above], &order[..N / 2]);
    let mut low = [0; N];
    low.copy_from_slice(&wide[..N]);
    let is_negative = take_from(&mut low, &product);
    add_if(is_negative, &mut low, &order);
    low
}

/// Reduces a number of `N` words.
#[inline(always)]
fn fold_short(low: &[u64; N]) -> [u64; N] {
    let mut wide = [0; 9];
    wide[..N].copy_from_slice(low);
    fold_last(wide)
}

/// Returns the reduced number.
pub(super) fn reduced(x: &[u8; 32]) -> [u8; 32] {
    bytes(&fold_short(&number(x)))
}

pub(super) fn reduce(x: &[u8; 64]) -> [u8; 32] {
    let (halves, _) = x.as_chunks();
    let mut wide = [0; 9];
    for (words, half) in wide.chunks_exact_mut(N).zip(halves) {
        words.copy_from_slice(&number(half));
    }
    bytes(&fold(wide))
}

pub(super) fn add(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    sum(x, &number(y))
}

pub(super) fn subtract(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut negative = [0; N];
    let borrow = take_from(&mut negative, &fold_short(&number(y)));
    add_if(borrow, &mut negative, &number(&ORDER));
    sum(x, &negative)
}

#[inline(always)]
fn sum(x: &[u8; 32], other: &[u64; N]) -> [u8; 32] {
    let mut sum = number(x);
    add_to(&mut sum, other);
    bytes(&fold_short(&sum))
}

pub(super) fn multiply(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut wide = [0; 9];
    add_product(&mut wide[..2 * N], &number(x), &number(y));
    bytes(&fold(wide))
}
