//! The sum of two multiples in the verification equation.
//!
//! Strategy: interleaved non-adjacent forms (B. Möller, "Algorithms for multi-exponentiation",
//! 2001), with 5-bit digits for the point and 8-bit digits for the base point, whose multiples are
//! precomputed.

use super::paired::{Addend, Paired};
use super::points::Point;
use super::table::table;

/// Digit width for the point's multiple, and the resulting number of odd multiples.
const BITS: usize = 5;
const ODD: usize = 1 << (BITS - 2);

const BASE_BITS: usize = 8;

/// Returns the non-adjacent form of a number below 2^253: odd digits of at most `bits` bits, each
/// followed by at least `bits` - 1 zeros.
fn digits(number: &[u8; 32], bits: usize) -> [i8; 256] {
    let mut digits = [0; 256];
    let (mut at, mut carry) = (0, 0);
    while at < 256 {
        let byte = |i: usize| number.get(at / 8 + i).map_or(0, |&byte| i32::from(byte) << (8 * i));
        let window = ((byte(0) | byte(1)) >> (at % 8) & ((1 << bits) - 1)) + carry;
        if window & 1 == 0 {
            at += 1;
            continue;
        }
        carry = window >> (bits - 1);
        digits[at] = (window - (carry << bits)) as i8;
        at += bits;
    }
    digits
}

/// Computes \[s\]B - \[k\]A. Time depends on all inputs.
pub(super) fn difference(s: &[u8; 32], k: &[u8; 32], a: &Point) -> Paired {
    let multiples = odd_multiples(&Paired::new(a));
    let table = table();
    let (of_base, of_point) = (digits(s, BASE_BITS), digits(k, BITS));
    let both = of_base.iter().zip(&of_point);
    let mut sum = Paired::neutral();
    for (&of_base, &of_point) in both.rev().skip_while(|pair| *pair == (&0, &0)) {
        sum.double(of_base == 0 && of_point == 0);
        if of_point != 0 {
            let multiple = &multiples[usize::from(of_point.unsigned_abs() / 2)];
            if of_point > 0 {
                sum.add(&multiple.or_negative(u64::MAX));
            } else {
                sum.add(multiple);
            }
        }
        if of_base != 0 {
            sum.add_affine(&table.odd(of_base));
        }
    }
    sum
}

fn odd_multiples(point: &Paired) -> [Addend; ODD] {
    let mut next = *point;
    next.double_times(1);
    let twice = next.addend();
    next = *point;
    core::array::from_fn(|_| {
        let multiple = next.addend();
        next.add(&twice);
        multiple
    })
}
