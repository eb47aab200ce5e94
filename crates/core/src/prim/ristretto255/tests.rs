#![allow(clippy::unwrap_used)]

use super::{Ops, PRIMITIVE, Rest, Sign, kat, selftest};
use crate::choose::{State, sample_array};
use crate::error::Error;
use crate::prim::ed25519::strict::ORDER;
use crate::prim::edwards25519::{scalar_add, scalar_sub};
use crate::prim::testing::outcome;

#[test]
fn candidates_agree() {
    let portable = PRIMITIVE.named("portable").unwrap();
    for number in 0..50 {
        let (scalar, point) =
            (sample_array(number), portable.from_hash(&sample_array(number)).unwrap());
        let product = portable.scalarmult(&scalar, &point).unwrap();
        assert_eq!(portable.is_valid(&product), Ok(true));
        for candidate in PRIMITIVE.runnable() {
            assert_eq!(candidate.scalarmult(&scalar, &point), Ok(product));
        }
    }
}

#[test]
fn scalar_arithmetic_agrees_with_element_arithmetic() {
    for number in 0..30 {
        let reduced = |seed| scalar_add(&sample_array(seed), &[0; 32]).unwrap();
        let (x, y) = (reduced(number), reduced(number + 100));
        let p = super::from_hash(&sample_array(number)).unwrap();
        let times = |scalar: &[u8; 32]| super::scalarmult(scalar, &p).unwrap();
        let sum = super::add(&times(&x), Sign::Plus, &times(&y)).unwrap();
        assert_eq!(times(&scalar_add(&x, &y).unwrap()), sum);
        let difference = super::add(&times(&x), Sign::Minus, &times(&y)).unwrap();
        assert_eq!(times(&scalar_sub(&x, &y).unwrap()), difference);
    }
}

#[test]
fn neutral_products_are_refused() {
    assert_eq!(super::base(&ORDER), Err(Error::NeutralElement));
    assert_eq!(super::scalarmult(&ORDER, &kat::GENERATOR), Err(Error::NeutralElement));
    assert_eq!(super::is_valid_point(&[0; 32]), Ok(true));
}

#[test]
fn wrong_candidates_fail_the_selftest() {
    let portable = || super::portable::CANDIDATE.ops;
    let rest = || portable().rest.unwrap();
    let with = |rest: Rest| Ops { rest: Some(rest), ..portable() };
    assert_eq!(outcome(selftest, portable()), State::Proven);
    let wrong = [
        Ops { scalarmult: |_, p| Some(*p), ..portable() },
        with(Rest { is_valid: |_| true, ..rest() }),
        with(Rest { is_valid: |_| false, ..rest() }),
        with(Rest { add: |p, _, _| Some(*p), ..rest() }),
        with(Rest { from_hash: |_| kat::GENERATOR, ..rest() }),
        with(Rest { base: |_| kat::MULTIPLE, ..rest() }),
    ];
    for wrong in wrong {
        assert_eq!(outcome(selftest, wrong), State::Failed);
    }
}
