//! Compares words and limbs with two crates, at the edges and for random numbers.

use crrl::ed25519::Scalar as Crrl;
use crrl::field::GF25519 as Element;
use curve25519_dalek::scalar::Scalar as Dalek;

use super::limbs;
use super::words;
use super::{MODULUS, ORDER};
use crate::choose::sample_array;
use crate::prim::ed25519::strict::PRIME;
use crate::prim::shared::division_steps::{Modulus, inverse};
use crate::prim::shared::field25519::Field;

const ZERO: [u8; 32] = [0; 32];

/// Returns the order times `times`, plus `more`.
fn near_order(times: u16, more: i16) -> [u8; 32] {
    let mut number = ORDER;
    let mut carry = i32::from(more);
    for byte in &mut number {
        carry += i32::from(*byte) * i32::from(times);
        *byte = carry as u8;
        carry >>= 8;
    }
    number
}

/// Returns a number with one bits in a range and zeros elsewhere.
fn ones(bits: core::ops::Range<usize>) -> [u8; 32] {
    let mut number = ZERO;
    for bit in bits {
        number[bit / 8] |= 1 << (bit % 8);
    }
    number
}

fn numbers() -> Vec<[u8; 32]> {
    let multiples = (0..=15).flat_map(|times| [-1, 0, 1].map(|more| near_order(times, more)));
    let bits = (0..256).step_by(5).chain([29, 31, 59, 61, 63, 64, 124, 126, 251, 252, 253, 254]);
    let powers = bits.flat_map(|bit| [ones(bit..bit + 1), ones(0..bit), ones(bit..256)]);
    multiples.chain(powers).chain((0..40).map(sample_array)).collect()
}

/// Returns the scalar of another crate; both crates reduce any number.
fn dalek(number: &[u8; 32]) -> Dalek {
    Dalek::from_bytes_mod_order(*number)
}

fn crrl(number: &[u8; 32]) -> Crrl {
    Crrl::decode_reduce(number)
}

#[test]
fn numbers_are_reduced() {
    for x in numbers() {
        let known = dalek(&x).to_bytes();
        assert_eq!(words::reduced(&x), known, "{x:x?}");
        assert_eq!(limbs::reduced(&x), known, "{x:x?}");
        for y in numbers() {
            let mut wide = [0; 64];
            wide.as_chunks_mut().0.copy_from_slice(&[x, y]);
            let known = Dalek::from_bytes_mod_order_wide(&wide).to_bytes();
            assert_eq!(Crrl::decode_reduce(&wide).encode(), known, "{wide:x?}");
            assert_eq!(words::reduce(&wide), known, "{wide:x?}");
            assert_eq!(limbs::reduce(&wide), known, "{wide:x?}");
        }
    }
}

#[test]
fn products_agree_with_other_crates() {
    for x in numbers() {
        for y in numbers() {
            let known = (dalek(&x) * dalek(&y)).to_bytes();
            assert_eq!((crrl(&x) * crrl(&y)).encode(), known, "{x:x?} {y:x?}");
            assert_eq!(words::multiply(&x, &y), known, "{x:x?} {y:x?}");
            assert_eq!(limbs::multiply(&x, &y), known, "{x:x?} {y:x?}");
        }
    }
}

/// Returns the sum modulo 2^256, without reducing it modulo the order.
fn sum(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    let mut carry = 0;
    let sum = core::array::from_fn(|i| {
        carry = u16::from(x[i]) + u16::from(y[i]) + (carry >> 8);
        carry as u8
    });
    let known = dalek(&sum).to_bytes();
    assert_eq!(crrl(&sum).encode(), known);
    known
}

#[test]
fn sums_and_differences_agree_with_other_crates() {
    for x in numbers() {
        for y in numbers() {
            let known = sum(&x, &y);
            assert_eq!(words::add(&x, &y), known, "{x:x?} {y:x?}");
            assert_eq!(limbs::add(&x, &y), known, "{x:x?} {y:x?}");
            let known = sum(&x, &(-dalek(&y)).to_bytes());
            assert_eq!(words::subtract(&x, &y), known, "{x:x?} {y:x?}");
            assert_eq!(limbs::subtract(&x, &y), known, "{x:x?} {y:x?}");
        }
    }
}

#[test]
fn inverses_agree_with_other_crates() {
    for x in numbers().into_iter().chain((0..2000).map(|seed| sample_array(seed + 100))) {
        let reduced = dalek(&x);
        let known = reduced.invert().to_bytes();
        assert_eq!((Crrl::ONE / crrl(&x)).encode(), known, "{x:x?}");
        assert_eq!(inverse::<i128, 5>(&reduced.to_bytes(), &MODULUS), known, "{x:x?}");
        assert_eq!(inverse::<i64, 9>(&reduced.to_bytes(), &MODULUS), known, "{x:x?}");
    }
}

/// The division steps modulo 2^255 - 19, as used for inverses in the field.
#[test]
fn inverses_in_the_field_agree_with_other_crates() {
    let modulus = Modulus::new(PRIME);
    for x in numbers().into_iter().chain((0..2000).map(|seed| sample_array(seed + 3000))) {
        let element = Element::decode_reduce(&x);
        let own = Field::from_bytes(&element.encode());
        let known = (Element::ONE / element).encode();
        let reduced = own.to_bytes();
        assert_eq!(inverse::<i128, 5>(&reduced, &modulus), known, "{x:x?}");
        assert_eq!(inverse::<i64, 9>(&reduced, &modulus), known, "{x:x?}");
        let product = own.mul(Field::from_bytes(&known)).to_bytes();
        assert_eq!(product[0], u8::from(reduced != ZERO), "{x:x?}");
        assert_eq!(product[1..], [0; 31], "{x:x?}");
    }
}
