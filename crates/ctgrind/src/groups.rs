//! Checks the groups of Ed25519 and ristretto255 with hidden scalars and points. The caller learns
//! whether a point is valid and whether a product is the neutral element.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::edwards25519::{self, Sign};
use quicksalt::hazmat::ristretto255;
use quicksalt::nacl::edwards25519::{Point, Scalar};
use quicksalt::nacl::ristretto255::{Point as Element, StringHash};

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::memcheck::reveal;
use crate::samples::candidate;

pub(crate) const CASES: &[Case] = &[
    // The verdicts: whether y belongs to a point on the curve, and whether the point has the right
    // order.
    case("edwards25519.is_valid", 2, |name, _| {
        reveal(&mut [candidate(&edwards25519::PRIMITIVE, name).is_valid(&point(1))])
    }),
    case("edwards25519.add", 2, |name, _| {
        let run = candidate(&edwards25519::PRIMITIVE, name);
        reveal(&mut [run.add(&point(1), Sign::Plus, &point(2))]);
    }),
    // Elligator 2 always returns valid points.
    case("edwards25519.from_uniform", 1, |name, _| {
        reveal(&mut [
            candidate(&edwards25519::PRIMITIVE, name).from_uniform(&hidden(sample_array(1)))
        ])
    }),
    case("edwards25519.scalarmult", 3, |name, _| {
        let run = candidate(&edwards25519::PRIMITIVE, name);
        reveal(&mut [run.scalarmult(&hidden(sample_array(1)), &point(2))]);
    }),
    case("edwards25519.base", 1, |name, _| {
        reveal(&mut [candidate(&edwards25519::PRIMITIVE, name).base(&hidden(sample_array(1)))])
    }),
    case("edwards25519.scalar_reduce", 0, |name, _| {
        reveal(&mut [
            candidate(&edwards25519::PRIMITIVE, name).scalar_reduce(&hidden(sample_array(1)))
        ])
    }),
    case("edwards25519.scalar_mul", 0, |name, _| {
        let run = candidate(&edwards25519::PRIMITIVE, name);
        reveal(&mut [run.scalar_mul(&hidden(sample_array(1)), &hidden(sample_array(2)))]);
    }),
    case("edwards25519.scalar_invert", 0, |name, _| {
        reveal(&mut [
            candidate(&edwards25519::PRIMITIVE, name).scalar_invert(&hidden(sample_array(1)))
        ])
    }),
    // The verdicts: whether the encoding is reduced, and whether it encodes an element.
    case("ristretto255.is_valid", 2, |name, _| {
        reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).is_valid(&element(1))])
    }),
    case("ristretto255.add", 4, |name, _| {
        let run = candidate(&ristretto255::PRIMITIVE, name);
        reveal(&mut [run.add(&element(1), Sign::Minus, &element(2))]);
    }),
    case("ristretto255.from_hash", 0, |name, _| {
        reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).from_hash(&hidden(sample_array(1)))])
    }),
    case("ristretto255.scalarmult", 3, |name, _| {
        let run = candidate(&ristretto255::PRIMITIVE, name);
        reveal(&mut [run.scalarmult(&hidden(sample_array(1)), &element(2))]);
    }),
    case("ristretto255.base", 1, |name, _| {
        reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).base(&hidden(sample_array(1)))])
    }),
];

pub(crate) const CALLS: &[Call] = &[
    // Twice the verdicts of `edwards25519.scalarmult` and `.base`, and twice the verdict whether
    // the scalar is zero.
    call(
        "nacl::edwards25519::mul, nacl::edwards25519::mul_clamped, nacl::edwards25519::base, \
               nacl::edwards25519::base_clamped",
        10,
        || {
            let (scalar, point) = (Scalar::from(hidden(sample_array(1))), Point::from(point(2)));
            reveal(&mut [point.mul(&scalar), point.mul_clamped(&scalar)]);
            reveal(&mut [Point::base(&scalar), Point::base_clamped(&scalar)]);
        },
    ),
    call("nacl::ristretto255::mul, nacl::ristretto255::base", 4, || {
        let (scalar, element) = (Scalar::from(hidden(sample_array(1))), Element::from(element(2)));
        reveal(&mut [element.mul(&scalar), Element::base(&scalar)]);
    }),
    call("nacl::ristretto255::from_string", 0, || {
        for hash in [StringHash::Sha256, StringHash::Sha512] {
            let message: [u8; 40] = hidden(sample_array(5));
            reveal(&mut [Element::from_string(b"a protocol", &message, hash)]);
        }
    }),
    // Verdicts on the validity of points, which the mapping ensures: 1 for `from_hash`, 4 for
    // `from_string` (two points, and both operands of their sum) and 1 for
    // `from_string_nonuniform`.
    call(
        "nacl::edwards25519::from_hash, nacl::edwards25519::from_string, \
               nacl::edwards25519::from_string_nonuniform",
        6,
        || {
            reveal(&mut [Point::from_hash(&hidden(sample_array(5)))]);
            let message: [u8; 40] = hidden(sample_array(5));
            let (context, hash) = (b"a protocol", StringHash::Sha512);
            reveal(&mut [Point::from_string(context, &message, hash)]);
            reveal(&mut [Point::from_string_nonuniform(context, &message, hash)]);
        },
    ),
    call(
        "nacl::scalar::reduce, nacl::scalar::add, nacl::scalar::sub, nacl::scalar::mul, \
               nacl::scalar::negate, nacl::scalar::complement",
        0,
        || {
            let [x, y] = [1, 2].map(|seed| Scalar::from(hidden(sample_array(seed))));
            publish(Scalar::reduce(&hidden(sample_array(3))));
            let results = [x.add(&y), x.sub(&y), x.mul(&y), x.negate(), x.complement()];
            results.into_iter().for_each(publish);
        },
    ),
    call("nacl::scalar::from_string", 0, || {
        for hash in [StringHash::Sha256, StringHash::Sha512] {
            let message: [u8; 40] = hidden(sample_array(5));
            publish(Scalar::from_string(b"a protocol", &message, hash));
        }
    }),
    // The verdict: whether the scalar is zero.
    call("nacl::scalar::invert", 1, || publish(Scalar::from(hidden(sample_array(1))).invert())),
    call("nacl::scalar::is_canonical", 0, || {
        reveal(&mut [Scalar::from(hidden(sample_array(6))).is_canonical()])
    }),
];

/// The functions that only forward their arguments or generate them.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] = &[
    "nacl::edwards25519::add",
    "nacl::edwards25519::from_uniform",
    "nacl::edwards25519::is_valid",
    "nacl::edwards25519::random",
    "nacl::edwards25519::sub",
    "nacl::ristretto255::add",
    "nacl::ristretto255::from_hash",
    "nacl::ristretto255::is_valid",
    "nacl::ristretto255::random",
    "nacl::ristretto255::sub",
    "nacl::scalar::random",
];

/// Returns a hidden point of Ed25519's group.
fn point(seed: u64) -> [u8; 32] {
    hidden(edwards25519::base(&sample_array(seed)).unwrap_or_default())
}

/// Returns a hidden element of ristretto255.
fn element(seed: u64) -> [u8; 32] {
    hidden(ristretto255::base(&sample_array(seed)).unwrap_or_default())
}

fn publish(scalar: quicksalt::Result<Scalar>) {
    if let Ok(scalar) = scalar {
        reveal(&mut scalar.as_bytes().clone());
    }
}
