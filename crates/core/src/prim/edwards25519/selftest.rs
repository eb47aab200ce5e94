//! The self-test: known answers, and points that must be rejected.

use super::{NEUTRAL, Ops, POINT_LEN, Point, Scalar, Sign, WIDE_SCALAR_LEN, kat};
use crate::choose::{Runnable, sample_array};
use crate::error::{Error, Result};

/// Checks products with scalars that use every table entry, valid and invalid points, and the other
/// operations that the candidate offers.
pub(super) fn selftest(candidate: Runnable<Ops>) -> bool {
    multiplies(candidate)
        && tells_valid_points(candidate)
        && (candidate.ops().rest.is_none()
            || (bases(candidate) && adds(candidate) && maps(candidate) && counts(candidate)))
}

fn multiplies(candidate: Runnable<Ops>) -> bool {
    let product = (1..=4).try_fold(kat::BASE, |p, i| candidate.scalarmult(&sample_array(i), &p));
    product == Ok(kat::PRODUCT)
        && candidate.scalarmult(&small(0, 0), &kat::BASE) == Err(Error::NeutralElement)
        && candidate.scalarmult(&small(0, 0x80), &kat::BASE) == Err(Error::NeutralElement)
}

/// Builds a small number from its first and last bytes; for a point, the last byte includes the
/// sign of x.
const fn small(first: u8, last: u8) -> Point {
    let mut bytes = [0; POINT_LEN];
    (bytes[0], bytes[31]) = (first, last);
    bytes
}

/// Builds a number near the prime from its first and last bytes.
const fn near_prime(first: u8, last: u8) -> Point {
    let mut bytes = [0xff; POINT_LEN];
    (bytes[0], bytes[31]) = (first, last);
    bytes
}

/// The point with y = 3: its reduced encoding, and the other one.
const Y_3: [Point; 2] = [small(3, 0), near_prime(0xf0, 0x7f)];

fn tells_valid_points(candidate: Runnable<Ops>) -> bool {
    let refused = [
        small(0, 0),            // of order 4
        NEUTRAL,                // of order 1
        small(1, 0x80),         // of order 1, x = 0 with the sign set
        small(2, 0),            // not on the curve
        near_prime(0xec, 0x7f), // of order 2
        near_prime(0xee, 0x7f), // the prime + 1
        kat::MIXED,
        Y_3[1],
    ];
    let invalid = Err(Error::invalid_point("p"));
    candidate.is_valid(&kat::BASE)
        && candidate.is_valid(&kat::PRODUCT)
        && refused.iter().all(|point| {
            !candidate.is_valid(point) && candidate.scalarmult(&small(1, 0), point) == invalid
        })
}

fn bases(candidate: Runnable<Ops>) -> bool {
    (0..4).try_fold(sample_array(5), |scalar, _| candidate.base(&scalar)) == Ok(kat::MULTIPLE)
        && candidate.base(&small(0, 0x80)) == Err(Error::NeutralElement)
}

fn adds(candidate: Runnable<Ops>) -> bool {
    let add = |p: &Point, sign: Sign, q: &Point| candidate.add(p, sign, q).ok();
    let (p, q) = (&kat::PRODUCT, &kat::MULTIPLE);
    add(p, Sign::Plus, q) == Some(kat::SUM)
        && add(p, Sign::Minus, q) == Some(kat::DIFFERENCE)
        && add(p, Sign::Minus, p) == Some(NEUTRAL)
        && Y_3.iter().all(|point| add(point, Sign::Plus, &kat::BASE) == Some(kat::SUM_WITH_3))
        && add(&small(2, 0), Sign::Plus, p).is_none()
        && add(p, Sign::Plus, &small(2, 0)).is_none()
}

fn maps(candidate: Runnable<Ops>) -> bool {
    // The last result has the sign bit set.
    (0..9).try_fold(sample_array(6), |bytes, _| candidate.from_uniform(&bytes)) == Ok(kat::MAPPED)
        && candidate.from_uniform(&small(0, 0)) == Ok(NEUTRAL)
        && (0..9).try_fold(kat::PRODUCT, |half, _| from_halves(candidate, &half))
            == Ok(kat::MAPPED_NUMBERS)
        && from_halves(candidate, &small(0, 0)) == Ok(NEUTRAL)
}

/// Maps a number with both halves equal to `half`.
fn from_halves(candidate: Runnable<Ops>, half: &Point) -> Result<Point> {
    let mut number = [0; WIDE_SCALAR_LEN];
    number.as_chunks_mut().0.fill(*half);
    candidate.from_number(&number)
}

fn counts(candidate: Runnable<Ops>) -> bool {
    let step = |x: [u8; 32], i: u64| {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(&x);
        wide[32..].copy_from_slice(&sample_array::<32>(8 + i));
        let x = candidate.scalar_reduce(&wide)?;
        candidate.scalar_invert(&candidate.scalar_mul(&x, &sample_array(20 + i))?)
    };
    let sums = |[x, y]: [Scalar; 2], i: u64| {
        let x = candidate.scalar_add(&x, Sign::Plus, &sample_array(30 + i))?;
        Ok::<_, Error>([y, candidate.scalar_add(&x, Sign::Minus, &y)?])
    };
    (0..4).try_fold(sample_array(7), step) == Ok(kat::SCALAR)
        && (0..4).try_fold([[0xff; 32], small(0, 0)], sums) == Ok(kat::SUMS)
}
