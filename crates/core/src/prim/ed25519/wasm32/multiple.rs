//! Multiples of any point, in constant time.
//!
//! Strategy: signed 4-bit digits from -8 to 8; each table lookup scans all eight multiples.

use super::paired::{Addend, Paired};
use super::points::Point;
use super::table::digits;
use crate::wipe::{STACK, wipe, wipe_stack};

/// Multiplies a point by a number below 2^255.
pub(super) fn multiple(number: &[u8; 32], point: &Point) -> Paired {
    let point = Paired::new(point);
    let mut multiples = [point.addend(); 8];
    let mut next = point;
    for i in 1..8 {
        next.add(&multiples[0]);
        multiples[i] = next.addend();
    }
    let product = product(number, &multiples);
    // The callers' stack wipe would end within the multiples, so wipe here as well.
    wipe_stack::<STACK>();
    product
}

#[inline(never)]
fn product(number: &[u8; 32], multiples: &[Addend; 8]) -> Paired {
    let mut digits = digits(number);
    let mut product = Paired::neutral();
    for (i, digit) in digits.iter().enumerate().rev() {
        if i < 63 {
            product.double_times(4);
        }
        product.add(&chosen(multiples, *digit));
    }
    wipe(&mut digits);
    product
}

/// Returns the multiple of the table's point by `times`, from -8 to 8.
fn chosen(multiples: &[Addend; 8], times: i8) -> Addend {
    let sign = times >> 7;
    let size = ((times ^ sign) - sign) as u8;
    let chosen = multiples.iter().zip(1..).fold(Addend::neutral(), |found, (multiple, at)| {
        let difference = u64::from(size ^ at);
        // The mask is all ones if the difference is zero.
        found.or(multiple, (difference.wrapping_sub(1) >> 63).wrapping_neg())
    });
    chosen.or_negative(i64::from(sign).cast_unsigned())
}
