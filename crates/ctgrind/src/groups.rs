//! The group of Ed25519 and ristretto255: scalars and points are hidden. Whether a point is valid and
//! whether a product is neutral, the caller learns.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::edwards25519::{self, Sign};
use quicksalt::hazmat::ristretto255;
use quicksalt::nacl::edwards25519::{Point, Scalar};
use quicksalt::nacl::ristretto255::{Point as Element, StringHash};

use crate::calls::{Call, hidden};
use crate::cases::Case;
use crate::memcheck::reveal;
use crate::samples::candidate;

pub(crate) const CASES: &[Case] = &[
    // That y is one of the curve is found before the order of the point.
    Case { operation: "edwards25519.is_valid", verdicts: 2, run: is_valid },
    Case { operation: "edwards25519.add", verdicts: 2, run: add },
    // The map of Elligator 2 gives points that are always valid.
    Case { operation: "edwards25519.from_uniform", verdicts: 1, run: from_uniform },
    Case { operation: "edwards25519.scalarmult", verdicts: 3, run: scalarmult },
    Case { operation: "edwards25519.base", verdicts: 1, run: base },
    Case { operation: "edwards25519.scalar_reduce", verdicts: 0, run: scalar_reduce },
    Case { operation: "edwards25519.scalar_mul", verdicts: 0, run: scalar_mul },
    Case { operation: "edwards25519.scalar_invert", verdicts: 0, run: scalar_invert },
    // That an encoding is reduced is found before that it is one of an element.
    Case { operation: "ristretto255.is_valid", verdicts: 2, run: is_valid_element },
    Case { operation: "ristretto255.add", verdicts: 4, run: add_elements },
    Case { operation: "ristretto255.from_hash", verdicts: 0, run: from_hash },
    Case { operation: "ristretto255.scalarmult", verdicts: 3, run: scalarmult_element },
    Case { operation: "ristretto255.base", verdicts: 1, run: base_element },
];

pub(crate) const CALLS: &[Call] = &[
    Call {
        name: "nacl::edwards25519::mul, nacl::edwards25519::mul_clamped, nacl::edwards25519::base, \
               nacl::edwards25519::base_clamped",
        // As `edwards25519.scalarmult` and `.base`, twice, and whether the scalar is zero, twice.
        verdicts: 10,
        run: multiply,
    },
    Call {
        name: "nacl::ristretto255::mul, nacl::ristretto255::base",
        verdicts: 4,
        run: multiply_elements,
    },
    Call { name: "nacl::ristretto255::from_string", verdicts: 0, run: from_string },
    // The map gives points that are always valid: one of a hash, one not uniform, two of a sum and again as
    // its parts.
    Call {
        name: "nacl::edwards25519::from_hash, nacl::edwards25519::from_string, \
               nacl::edwards25519::from_string_nonuniform",
        verdicts: 6,
        run: points_of_strings,
    },
    Call {
        name: "nacl::scalar::reduce, nacl::scalar::add, nacl::scalar::sub, nacl::scalar::mul, \
               nacl::scalar::negate, nacl::scalar::complement",
        verdicts: 0,
        run: count,
    },
    Call { name: "nacl::scalar::from_string", verdicts: 0, run: scalar_from_string },
    // Whether it is zero.
    Call { name: "nacl::scalar::invert", verdicts: 1, run: invert },
    Call { name: "nacl::scalar::is_canonical", verdicts: 0, run: is_canonical },
];

/// Functions that hand on what they are given, or draw it.
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

/// A point of the group of Ed25519.
fn point(seed: u64) -> [u8; 32] {
    hidden(edwards25519::base(&sample_array(seed)).unwrap_or_default())
}

/// An element of ristretto255.
fn element(seed: u64) -> [u8; 32] {
    hidden(ristretto255::base(&sample_array(seed)).unwrap_or_default())
}

fn is_valid(name: &str, _: usize) {
    reveal(&mut [candidate(&edwards25519::PRIMITIVE, name).is_valid(&point(1))]);
}

fn add(name: &str, _: usize) {
    let run = candidate(&edwards25519::PRIMITIVE, name);
    reveal(&mut [run.add(&point(1), Sign::Plus, &point(2))]);
}

fn from_uniform(name: &str, _: usize) {
    reveal(&mut [candidate(&edwards25519::PRIMITIVE, name).from_uniform(&hidden(sample_array(1)))]);
}

fn scalarmult(name: &str, _: usize) {
    let run = candidate(&edwards25519::PRIMITIVE, name);
    reveal(&mut [run.scalarmult(&hidden(sample_array(1)), &point(2))]);
}

fn base(name: &str, _: usize) {
    reveal(&mut [candidate(&edwards25519::PRIMITIVE, name).base(&hidden(sample_array(1)))]);
}

fn scalar_reduce(name: &str, _: usize) {
    reveal(
        &mut [candidate(&edwards25519::PRIMITIVE, name).scalar_reduce(&hidden(sample_array(1)))],
    );
}

fn scalar_mul(name: &str, _: usize) {
    let run = candidate(&edwards25519::PRIMITIVE, name);
    reveal(&mut [run.scalar_mul(&hidden(sample_array(1)), &hidden(sample_array(2)))]);
}

fn scalar_invert(name: &str, _: usize) {
    reveal(
        &mut [candidate(&edwards25519::PRIMITIVE, name).scalar_invert(&hidden(sample_array(1)))],
    );
}

fn is_valid_element(name: &str, _: usize) {
    reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).is_valid(&element(1))]);
}

fn add_elements(name: &str, _: usize) {
    let run = candidate(&ristretto255::PRIMITIVE, name);
    reveal(&mut [run.add(&element(1), Sign::Minus, &element(2))]);
}

fn from_hash(name: &str, _: usize) {
    reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).from_hash(&hidden(sample_array(1)))]);
}

fn scalarmult_element(name: &str, _: usize) {
    let run = candidate(&ristretto255::PRIMITIVE, name);
    reveal(&mut [run.scalarmult(&hidden(sample_array(1)), &element(2))]);
}

fn base_element(name: &str, _: usize) {
    reveal(&mut [candidate(&ristretto255::PRIMITIVE, name).base(&hidden(sample_array(1)))]);
}

fn multiply() {
    let (scalar, point) = (Scalar::from(hidden(sample_array(1))), Point::from(point(2)));
    reveal(&mut [point.mul(&scalar), point.mul_clamped(&scalar)]);
    reveal(&mut [Point::base(&scalar), Point::base_clamped(&scalar)]);
}

fn multiply_elements() {
    let (scalar, element) = (Scalar::from(hidden(sample_array(1))), Element::from(element(2)));
    reveal(&mut [element.mul(&scalar), Element::base(&scalar)]);
}

fn publish(scalar: quicksalt::Result<Scalar>) {
    if let Ok(scalar) = scalar {
        reveal(&mut scalar.as_bytes().clone());
    }
}

fn count() {
    let [x, y] = [1, 2].map(|seed| Scalar::from(hidden(sample_array(seed))));
    publish(Scalar::reduce(&hidden(sample_array(3))));
    let results = [x.add(&y), x.sub(&y), x.mul(&y), x.negate(), x.complement()];
    results.into_iter().for_each(publish);
}

fn invert() {
    publish(Scalar::from(hidden(sample_array(1))).invert());
}

fn from_string() {
    for hash in [StringHash::Sha256, StringHash::Sha512] {
        let message: [u8; 40] = hidden(sample_array(5));
        reveal(&mut [Element::from_string(b"a protocol", &message, hash)]);
    }
}

fn scalar_from_string() {
    for hash in [StringHash::Sha256, StringHash::Sha512] {
        let message: [u8; 40] = hidden(sample_array(5));
        publish(Scalar::from_string(b"a protocol", &message, hash));
    }
}

fn points_of_strings() {
    reveal(&mut [Point::from_hash(&hidden(sample_array(5)))]);
    let message: [u8; 40] = hidden(sample_array(5));
    let (context, hash) = (b"a protocol", StringHash::Sha512);
    reveal(&mut [Point::from_string(context, &message, hash)]);
    reveal(&mut [Point::from_string_nonuniform(context, &message, hash)]);
}

fn is_canonical() {
    reveal(&mut [Scalar::from(hidden(sample_array(6))).is_canonical()]);
}
