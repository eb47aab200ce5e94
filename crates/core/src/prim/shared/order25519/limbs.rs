//! Sums and products where a product of two 64-bit words is slow: numbers are signed limbs of 28
//! bits, nine of which hold 252 bits, and sums of products are carried once.

use core::array;

use super::ORDER;

const BITS: u32 = 28;
const MASK: i64 = (1 << BITS) - 1;

/// The number of limbs that hold a number below 2^252.
const LOW: usize = 9;

/// The order minus 2^252.
const C: [i64; 5] = {
    let mut limbs = [0; 5];
    let mut i = 0;
    while i < 5 {
        limbs[i] = limb(&ORDER, i);
        i += 1;
    }
    limbs
};

/// Returns a limb from the bytes of a number; the three bytes after its first byte must exist.
#[inline(always)]
const fn limb(bytes: &[u8], i: usize) -> i64 {
    let bit = i * BITS as usize;
    let (_, rest) = bytes.split_at(bit / 8);
    let Some(word) = rest.first_chunk() else { return 0 };
    (u32::from_le_bytes(*word) >> (bit % 8)) as i64 & MASK
}

#[inline(always)]
fn number(bytes: &[u8; 32]) -> [i64; 10] {
    array::from_fn(|i| if i < 9 { limb(bytes, i) } else { (bytes[31] >> 4).into() })
}

/// Encodes limbs that do not exceed their size as bytes.
#[inline(always)]
fn bytes(limbs: &[i64; 10]) -> [u8; 32] {
    let l = limbs.map(i64::cast_unsigned);
    let words = [
        l[0] | l[1] << 28 | l[2] << 56,
        l[2] >> 8 | l[3] << 20 | l[4] << 48,
        l[4] >> 16 | l[5] << 12 | l[6] << 40,
        l[6] >> 24 | l[7] << 4 | l[8] << 32 | l[9] << 60,
    ];
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// Carries up to the highest limb, which holds the sign.
#[inline(always)]
fn carry(limbs: &mut [i64; 10]) {
    let (others, highest) = limbs.split_at_mut(9);
    let mut carry = 0;
    for limb in others {
        carry += *limb;
        *limb = carry & MASK;
        carry >>= BITS;
    }
    highest[0] += carry;
}

/// Passes the limbs of a product to `limb`, in order and without carries.
#[inline(always)]
fn product<const N: usize>(x: &[i64], y: &[i64; N], mut limb: impl FnMut(usize, i64)) {
    let mut sums = [0; N];
    for (i, a) in x.iter().enumerate() {
        for (sum, b) in sums.iter_mut().zip(y) {
            *sum += a * b;
        }
        limb(i, sums[0]);
        sums = array::from_fn(|j| if j + 1 < N { sums[j + 1] } else { 0 });
    }
    for (i, sum) in sums[..N - 1].iter().enumerate() {
        limb(x.len() + i, *sum);
    }
}

/// Subtracts `number` times c. The highest limb holds the sign.
#[inline(always)]
fn take_times_c(from: &mut [i64], number: &[i64]) {
    let mut carry = 0;
    product(number, &C, |i, sum| {
        carry += from[i] - sum;
        from[i] = carry & MASK;
        carry >>= BITS;
    });
    from[number.len() + C.len() - 2] += carry << BITS;
}

/// Reduces a number. With h the tenth limb and l the limbs below it, the result is l - c h, plus L
/// if that is negative: c h is below L for h from 0 to 2^127.
#[inline(always)]
fn fold_last(mut limbs: [i64; 10]) -> [i64; 10] {
    carry(&mut limbs);
    let above = limbs[9];
    limbs[9] = 0;
    for (limb, c) in limbs.iter_mut().zip(C) {
        *limb -= above * c;
    }
    normal(limbs)
}

/// Reduces a number above -L and below L.
#[inline(always)]
fn normal(mut limbs: [i64; 10]) -> [i64; 10] {
    carry(&mut limbs);
    let is_negative = limbs[9] >> 63;
    for (limb, c) in limbs.iter_mut().zip(C) {
        *limb += c & is_negative;
    }
    limbs[9] += is_negative & 1;
    carry(&mut limbs);
    limbs
}

/// Reduces a number below 2^512.
///
/// With h the limbs from the tenth on and l the limbs below, the number is congruent to l - c h,
/// which has 385 bits and a sign. A second fold leaves 258 bits and a sign, and adding 64 L makes
/// the number positive.
#[inline(always)]
fn fold(wide: &[i64; 19]) -> [i64; 10] {
    let mut sum = [0; 14];
    sum[..LOW].copy_from_slice(&wide[..LOW]);
    take_times_c(&mut sum, &wide[LOW..]);
    let mut last = [0; 10];
    last[..LOW].copy_from_slice(&sum[..LOW]);
    take_times_c(&mut last, &sum[LOW..]);
    for (limb, c) in last.iter_mut().zip(C) {
        *limb += 64 * c;
    }
    last[9] = 64;
    fold_last(last)
}

pub(super) fn reduced(x: &[u8; 32]) -> [u8; 32] {
    bytes(&fold_last(number(x)))
}

pub(super) fn reduce(x: &[u8; 64]) -> [u8; 32] {
    // Written out, so that every limb starts in its own local.
    macro_rules! limbs {
        ($($i:literal)*) => {[$( limb(x, $i), )* x[63].into()]};
    }
    bytes(&fold(&limbs!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)))
}

pub(super) fn add(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    bytes(&sum(x, &number(y)))
}

pub(super) fn subtract(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let negative = normal(fold_last(number(y)).map(|limb| -limb));
    bytes(&sum(x, &negative))
}

/// Returns the sum modulo 2^256, reduced.
#[inline(always)]
fn sum(x: &[u8; 32], other: &[i64; 10]) -> [i64; 10] {
    let mut sum = number(x);
    for (limb, other) in sum.iter_mut().zip(other) {
        *limb += other;
    }
    carry(&mut sum);
    sum[9] &= 15;
    fold_last(sum)
}

pub(super) fn multiply(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut wide = [0; 19];
    let mut carry = 0;
    product(&number(x), &number(y), |i, sum| {
        carry += sum;
        wide[i] = carry & MASK;
        carry >>= BITS;
    });
    bytes(&fold(&wide))
}
