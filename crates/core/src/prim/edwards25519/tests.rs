#![allow(clippy::unwrap_used)]

use super::selftest::selftest;
use super::{NEUTRAL, Ops, PRIMITIVE, Rest, Sign, kat};
use crate::choose::{State, sample_array};
use crate::error::Error;
use crate::prim::ed25519::strict::ORDER;
use crate::prim::testing::outcome;

#[test]
fn candidates_agree() {
    let portable = PRIMITIVE.named("portable").unwrap();
    for number in 0..50 {
        let (scalar, point) =
            (sample_array(number), portable.from_uniform(&sample_array(number)).unwrap());
        let product = portable.scalarmult(&scalar, &point).unwrap();
        for candidate in PRIMITIVE.runnable() {
            assert_eq!(candidate.scalarmult(&scalar, &point), Ok(product));
            assert!(candidate.is_valid(&product));
            let mut other = product;
            other[0] ^= 1;
            assert_eq!(candidate.is_valid(&other), portable.is_valid(&other));
        }
    }
}

/// (x + y)P = xP + yP, x(yP) = (xy)P, and multiplying by the inverse restores the point.
#[test]
fn scalar_and_point_arithmetic_agree() {
    for number in 0..30 {
        let (x, y) = (sample_array(number), sample_array(number + 100));
        let p = super::base(&sample_array(number + 200)).unwrap();
        let times = |scalar: &[u8; 32]| super::scalarmult(scalar, &p).unwrap();
        let reduced = |scalar: &_| super::scalar_mul(scalar, &NEUTRAL).unwrap();
        let (x, y) = (reduced(&x), reduced(&y));
        let sum = super::add(&times(&x), Sign::Plus, &times(&y)).unwrap();
        assert_eq!(times(&super::scalar_add(&x, &y).unwrap()), sum);
        let difference = super::add(&times(&x), Sign::Minus, &times(&y)).unwrap();
        assert_eq!(times(&super::scalar_sub(&x, &y).unwrap()), difference);
        let product = super::scalarmult(&x, &times(&y)).unwrap();
        assert_eq!(times(&super::scalar_mul(&x, &y).unwrap()), product);
        let inverse = super::scalar_invert(&x).unwrap();
        assert_eq!(super::scalarmult(&inverse, &times(&x)), Ok(p));
        let (negative, complement) =
            (super::scalar_negate(&x).unwrap(), super::scalar_complement(&x).unwrap());
        assert_eq!(super::scalar_add(&x, &negative), Ok([0; 32]));
        assert_eq!(super::scalar_add(&x, &complement), Ok(NEUTRAL));
    }
}

#[test]
fn rejects_multiples_of_the_order() {
    for scalar in [[0; 32], ORDER] {
        assert_eq!(super::base(&scalar), Err(Error::NeutralElement));
        assert_eq!(super::scalarmult(&scalar, &kat::BASE), Err(Error::NeutralElement));
    }
    let zero = Error::Parameter { argument: "scalar", expected: "not zero", actual: 0 };
    assert_eq!(super::scalar_invert(&[0; 32]), Err(zero));
    assert_eq!(super::scalar_invert(&ORDER), Ok([0; 32]));
}

#[test]
fn wrong_candidates_fail_the_selftest() {
    let portable = || super::portable::CANDIDATE.ops;
    let rest = || portable().rest.unwrap();
    let with = |rest: Rest| Ops { rest: Some(rest), ..portable() };
    assert_eq!(outcome(selftest, portable()), State::Proven);
    let wrong = [
        Ops { is_valid: |_| true, ..portable() },
        Ops { is_valid: |_| false, ..portable() },
        Ops { scalarmult: |_, p| Some(*p), ..portable() },
        with(Rest { add: |p, _, _| Some(*p), ..rest() }),
        with(Rest { from_uniform: |p| *p, ..rest() }),
        with(Rest { base: |_| kat::MULTIPLE, ..rest() }),
        with(Rest { scalar_reduce: |n| *n.first_chunk().unwrap(), ..rest() }),
        with(Rest { scalar_add: |x, _, _| *x, ..rest() }),
        with(Rest { scalar_mul: |x, _| *x, ..rest() }),
        with(Rest { scalar_invert: |x| *x, ..rest() }),
    ];
    for wrong in wrong {
        assert_eq!(outcome(selftest, wrong), State::Failed);
    }
}
