//! Multiples of any point, in a time that depends on neither number nor point.
//!
//! Strategy: digits of four bits from -8 to 8, whose multiples are found by looking at all eight.

use super::paired::{Addend, Paired};
use super::points::Point;
use super::table::digits;
use crate::wipe::{STACK, wipe, wipe_stack};

/// A number below 2^255 times a point.
pub(super) fn multiple(number: &[u8; 32], point: &Point) -> Paired {
    let point = Paired::new(point);
    let mut multiples = [point.addend(); 8];
    let mut next = point;
    for i in 1..8 {
        next.add(&multiples[0]);
        multiples[i] = next.addend();
    }
    let product = product(number, &multiples);
    // What callers overwrite of the stack ends within the multiples.
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

/// So many times the point whose multiples these are, -8 to 8.
fn chosen(multiples: &[Addend; 8], times: i8) -> Addend {
    let sign = times >> 7;
    let size = ((times ^ sign) - sign) as u8;
    let chosen = multiples.iter().zip(1..).fold(Addend::neutral(), |found, (multiple, at)| {
        let difference = u64::from(size ^ at);
        // All ones where there is none.
        found.or(multiple, (difference.wrapping_sub(1) >> 63).wrapping_neg())
    });
    chosen.or_negative(i64::from(sign).cast_unsigned())
}
