//! Tests the groups of Ed25519 and ristretto255 with secret scalars, and with points derived from
//! secrets.

use quicksalt::Result;
use quicksalt::hazmat::edwards25519::{self, Sign};
use quicksalt::hazmat::ristretto255;
use zeroize::Zeroize as _;

use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn};
use crate::{Case, case, scalar};

pub(crate) const CASES: &[Case] = &[
    case("edwards25519.is_valid", points, |name, input| {
        assert!(by(&edwards25519::PRIMITIVE, name).is_valid(first(input).0));
    }),
    case("edwards25519.add", points, |name, input| {
        let (p, q) = halves(input);
        wiped(by(&edwards25519::PRIMITIVE, name).add(p, Sign::Plus, q));
    }),
    case("edwards25519.from_uniform", numbers, |name, input| {
        wiped(by(&edwards25519::PRIMITIVE, name).from_uniform(first(input).0))
    }),
    case("edwards25519.scalarmult", scalar_and_point, |name, input| {
        let (x, p) = halves(input);
        wiped(by(&edwards25519::PRIMITIVE, name).scalarmult(x, p));
    }),
    case("edwards25519.base", scalar_and_point, |name, input| {
        wiped(by(&edwards25519::PRIMITIVE, name).base(first(input).0))
    }),
    case("edwards25519.scalar_reduce", numbers, |name, input| {
        wiped(by(&edwards25519::PRIMITIVE, name).scalar_reduce(first(input).0))
    }),
    case("edwards25519.scalar_mul", numbers, |name, input| {
        let (x, y) = halves(input);
        wiped(by(&edwards25519::PRIMITIVE, name).scalar_mul(x, y));
    }),
    case("edwards25519.scalar_invert", numbers, |name, input| {
        wiped(by(&edwards25519::PRIMITIVE, name).scalar_invert(first(input).0))
    }),
    case("ristretto255.is_valid", elements, |name, input| {
        assert!(by(&ristretto255::PRIMITIVE, name).is_valid(first(input).0).unwrap());
    }),
    case("ristretto255.add", elements, |name, input| {
        let (p, q) = halves(input);
        wiped(by(&ristretto255::PRIMITIVE, name).add(p, Sign::Plus, q));
    }),
    case("ristretto255.from_hash", numbers, |name, input| {
        wiped(by(&ristretto255::PRIMITIVE, name).from_hash(first(input).0))
    }),
    case("ristretto255.scalarmult", scalar_and_element, |name, input| {
        let (x, p) = halves(input);
        wiped(by(&ristretto255::PRIMITIVE, name).scalarmult(x, p));
    }),
    case("ristretto255.base", scalar_and_element, |name, input| {
        wiped(by(&ristretto255::PRIMITIVE, name).base(first(input).0))
    }),
];

/// Adds a scalar to the secrets, in every representation that the arithmetic may use.
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

/// Returns 64 bytes, which serve as one long number or as two scalars.
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

/// Defines the inputs of a group: two points, and a scalar with a point.
macro_rules! of_group {
    ($group:ident, $points:ident, $scalar_and_point:ident) => {
        fn $points(_: usize) -> (Vec<u8>, Secrets) {
            let [p, q] = [1, 2].map(|seed| $group::base(&drawn(seed)).unwrap());
            let secrets = secret_point(Secrets::default(), "p", &p);
            let sum = $group::add(&p, Sign::Plus, &q).unwrap();
            ([p, q].concat(), secret_point(secret_point(secrets, "q", &q), "sum", &sum))
        }

        fn $scalar_and_point(_: usize) -> (Vec<u8>, Secrets) {
            let (x, p) = (drawn(1), $group::base(&drawn(2)).unwrap());
            let secrets = secret_scalar(Secrets::default(), "x", &x);
            let product = $group::scalarmult(&x, &p).unwrap();
            ([x, p].concat(), secret_point(secrets, "product", &product))
        }
    };
}

of_group!(edwards25519, points, scalar_and_point);
of_group!(ristretto255, elements, scalar_and_element);

/// Wipes a result in place, because unwrapping it would make a copy.
fn wiped(mut result: Result<[u8; 32]>) {
    result.as_mut().unwrap().zeroize();
}

/// Splits the child's input into two halves.
fn halves(input: &[u8]) -> (&[u8; 32], &[u8; 32]) {
    let (a, rest) = first(input);
    (a, first(rest).0)
}
