//! The group of Ed25519 and ristretto255: scalars, and points that a secret gives.

use quicksalt::Result;
use quicksalt::hazmat::edwards25519::{self, Sign};
use quicksalt::hazmat::ristretto255;
use zeroize::Zeroize as _;

use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn};
use crate::{Case, scalar};

pub(crate) const CASES: &[Case] = &[
    Case { name: "edwards25519.is_valid", prepare: points, run: is_valid },
    Case { name: "edwards25519.add", prepare: points, run: add },
    Case { name: "edwards25519.from_uniform", prepare: numbers, run: from_uniform },
    Case { name: "edwards25519.scalarmult", prepare: scalar_and_point, run: scalarmult },
    Case { name: "edwards25519.base", prepare: scalar_and_point, run: base },
    Case { name: "edwards25519.scalar_reduce", prepare: numbers, run: scalar_reduce },
    Case { name: "edwards25519.scalar_mul", prepare: numbers, run: scalar_mul },
    Case { name: "edwards25519.scalar_invert", prepare: numbers, run: scalar_invert },
    Case { name: "ristretto255.is_valid", prepare: elements, run: is_valid_element },
    Case { name: "ristretto255.add", prepare: elements, run: add_elements },
    Case { name: "ristretto255.from_hash", prepare: numbers, run: from_hash },
    Case { name: "ristretto255.scalarmult", prepare: scalar_and_element, run: scalarmult_element },
    Case { name: "ristretto255.base", prepare: scalar_and_element, run: base_element },
];

/// A number in the shapes that arithmetic may give it.
fn secret_scalar(secrets: Secrets, name: &str, number: &[u8; 32]) -> Secrets {
    let mut low = *number;
    low[31] &= 0x7f;
    secrets
        .scalar(name, number)
        .scalar(&format!("{name} without its last bit"), &low)
        .scalar(&format!("{name}, reduced"), &scalar::reduced(number))
        .scalar(&format!("{name} without its last bit, reduced"), &scalar::reduced(&low))
}

fn secret_point(secrets: Secrets, name: &str, point: &[u8; 32]) -> Secrets {
    secrets.bytes(name, point).limbs(name, point, 51)
}

/// Two points of the group of Ed25519.
fn points(_: usize) -> (Vec<u8>, Secrets) {
    let [p, q] = [1, 2].map(|seed| edwards25519::base(&drawn(seed)).unwrap());
    let secrets = secret_point(Secrets::default(), "p", &p);
    let sum = edwards25519::add(&p, Sign::Plus, &q).unwrap();
    ([p, q].concat(), secret_point(secret_point(secrets, "q", &q), "sum", &sum))
}

fn elements(_: usize) -> (Vec<u8>, Secrets) {
    let [p, q] = [1, 2].map(|seed| ristretto255::base(&drawn(seed)).unwrap());
    let secrets = secret_point(Secrets::default(), "p", &p);
    let sum = ristretto255::add(&p, Sign::Plus, &q).unwrap();
    ([p, q].concat(), secret_point(secret_point(secrets, "q", &q), "sum", &sum))
}

/// Sixty-four bytes, which may be two scalars.
fn numbers(_: usize) -> (Vec<u8>, Secrets) {
    let [x, y] = [1, 2].map(drawn::<32>);
    let wide = [x, y].concat();
    let secrets = secret_scalar(secret_scalar(Secrets::default(), "x", &x), "y", &y);
    let secrets = secrets
        .scalar("the number reduced", &scalar::reduced(&wide))
        .scalar("the product", &edwards25519::scalar_mul(&x, &y).unwrap())
        .scalar("the inverse", &edwards25519::scalar_invert(&x).unwrap());
    (wide, secrets)
}

fn scalar_and_point(_: usize) -> (Vec<u8>, Secrets) {
    let (x, p) = (drawn(1), edwards25519::base(&drawn(2)).unwrap());
    let secrets = secret_scalar(Secrets::default(), "x", &x);
    let product = edwards25519::scalarmult(&x, &p).unwrap();
    ([x, p].concat(), secret_point(secrets, "product", &product))
}

fn scalar_and_element(_: usize) -> (Vec<u8>, Secrets) {
    let (x, p) = (drawn(1), ristretto255::base(&drawn(2)).unwrap());
    let secrets = secret_scalar(Secrets::default(), "x", &x);
    let product = ristretto255::scalarmult(&x, &p).unwrap();
    ([x, p].concat(), secret_point(secrets, "product", &product))
}

/// Wipes what came out, where it is: unwrapped it would be a copy.
fn wiped(mut result: Result<[u8; 32]>) {
    result.as_mut().unwrap().zeroize();
}

/// The two halves of what the child was given.
fn halves(input: &[u8]) -> (&[u8; 32], &[u8; 32]) {
    let (a, rest) = first(input);
    (a, first(rest).0)
}

fn is_valid(name: &str, input: &[u8]) {
    assert!(by(&edwards25519::PRIMITIVE, name).is_valid(first(input).0));
}

fn add(name: &str, input: &[u8]) {
    let (p, q) = halves(input);
    wiped(by(&edwards25519::PRIMITIVE, name).add(p, Sign::Plus, q));
}

fn from_uniform(name: &str, input: &[u8]) {
    wiped(by(&edwards25519::PRIMITIVE, name).from_uniform(first(input).0));
}

fn scalarmult(name: &str, input: &[u8]) {
    let (x, p) = halves(input);
    wiped(by(&edwards25519::PRIMITIVE, name).scalarmult(x, p));
}

fn base(name: &str, input: &[u8]) {
    wiped(by(&edwards25519::PRIMITIVE, name).base(first(input).0));
}

fn scalar_reduce(name: &str, input: &[u8]) {
    wiped(by(&edwards25519::PRIMITIVE, name).scalar_reduce(first(input).0));
}

fn scalar_mul(name: &str, input: &[u8]) {
    let (x, y) = halves(input);
    wiped(by(&edwards25519::PRIMITIVE, name).scalar_mul(x, y));
}

fn scalar_invert(name: &str, input: &[u8]) {
    wiped(by(&edwards25519::PRIMITIVE, name).scalar_invert(first(input).0));
}

fn is_valid_element(name: &str, input: &[u8]) {
    assert!(by(&ristretto255::PRIMITIVE, name).is_valid(first(input).0).unwrap());
}

fn add_elements(name: &str, input: &[u8]) {
    let (p, q) = halves(input);
    wiped(by(&ristretto255::PRIMITIVE, name).add(p, Sign::Plus, q));
}

fn from_hash(name: &str, input: &[u8]) {
    wiped(by(&ristretto255::PRIMITIVE, name).from_hash(first(input).0));
}

fn scalarmult_element(name: &str, input: &[u8]) {
    let (x, p) = halves(input);
    wiped(by(&ristretto255::PRIMITIVE, name).scalarmult(x, p));
}

fn base_element(name: &str, input: &[u8]) {
    wiped(by(&ristretto255::PRIMITIVE, name).base(first(input).0));
}
