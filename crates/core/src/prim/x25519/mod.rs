//! X25519: scalar multiplication on the Montgomery curve of 2^255 - 19 (RFC 7748, section 5).
//!
//! As in libsodium, the scalar is clamped and the high bit of the point is ignored. Unreduced
//! points and points on the twist are accepted, and an all-zero result is an error.

mod dalek;
#[cfg(test)]
mod fuzz;
mod kat;
#[cfg(feature = "fiat")]
mod portable;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

use subtle::ConstantTimeEq as _;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Meta, Operation, Primitive, Runnable, Target, bench_of,
    sample_array,
};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe, wipe_stack};

/// Length in bytes of a scalar, of a point and of a result.
pub const KEY_LEN: usize = 32;

/// The functions of a candidate. All clamp the scalar; their time does not depend on its bits.
#[derive(Debug)]
pub struct Ops {
    /// Multiplies a point, with its high bit ignored, by the scalar. Returns all zeros or `None`
    /// for a point of small order.
    scalarmult: unsafe fn(&[u8; KEY_LEN], &[u8; KEY_LEN]) -> Option<[u8; KEY_LEN]>,
    /// Multiplies the base point by the scalar.
    base: unsafe fn(&[u8; KEY_LEN]) -> [u8; KEY_LEN],
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: #[cfg(feature = "std")] graviola;
    wasm32: #[cfg(float_pairs)] f64x2, #[cfg(limbs25)] limbs25, #[cfg(not(limbs25))] limbs51;
    any: dalek, #[cfg(feature = "fiat")] portable;
};

const SCALARMULT: usize = 0;
const BASE: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "x25519",
        candidates: CANDIDATES,
        operations: &[Operation::new("scalarmult", Axis::None), Operation::new("base", Axis::None)],
        offers: |_, _| true,
        selftest: |candidate| agrees(candidate, SCALARMULT) && agrees(candidate, BASE),
        bench,
        rank: RANK,
    })
    .in_parts(agrees);
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// Returns the shared secret of a private scalar and a peer's public point. It is not uniform: hash
/// it before using it as a key.
///
/// # Errors
/// [`Error::WeakPublicKey`] if the point is of small order, so that the result would be all zeros;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> Result<[u8; KEY_LEN]> {
    PRIMITIVE.pick(SCALARMULT, 0)?.scalarmult(scalar, point)
}

/// Returns the public point of a private scalar.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn base(scalar: &[u8; KEY_LEN]) -> Result<[u8; KEY_LEN]> {
    Ok(PRIMITIVE.pick(BASE, 0)?.base(scalar))
}

impl Runnable<Ops> {
    /// Multiplies a point by the scalar.
    ///
    /// # Errors
    /// [`Error::WeakPublicKey`] if the result is all zeros.
    #[inline]
    #[allow(unsafe_code)]
    pub fn scalarmult(
        self,
        scalar: &[u8; KEY_LEN],
        point: &[u8; KEY_LEN],
    ) -> Result<[u8; KEY_LEN]> {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let mut product = unsafe { (self.ops().scalarmult)(scalar, point) };
        wipe_stack::<STACK>();
        let result = not_zero(product.as_ref());
        if let Some(product) = &mut product {
            wipe(product);
        }
        result
    }

    /// Multiplies the base point by the scalar.
    #[inline]
    #[allow(unsafe_code)]
    #[must_use]
    pub fn base(self, scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        let point = unsafe { (self.ops().base)(scalar) };
        wipe_stack::<STACK>();
        point
    }
}

/// Returns the product unless it is zero, as for a point of small order.
#[inline]
fn not_zero(product: Option<&[u8; KEY_LEN]>) -> Result<[u8; KEY_LEN]> {
    match product {
        Some(product) if !bool::from(product.ct_eq(&[0; KEY_LEN])) => Ok(*product),
        _ => Err(Error::WeakPublicKey),
    }
}

/// Runs the self-test of an operation with RFC 7748's vectors: for multiplication the second
/// vector, which has the point's high bit set, and for the base point a key pair. The refusal of
/// zeros is checked without a multiplication; tests multiply points of small order.
fn agrees(candidate: Runnable<Ops>, operation: usize) -> bool {
    match operation {
        BASE => candidate.base(&kat::PRIVATE) == kat::PUBLIC,
        _ => {
            candidate.scalarmult(&kat::SCALAR_2, &kat::POINT_2) == Ok(kat::RESULT_2)
                && [None, Some(&[0; KEY_LEN])].into_iter().all(|zero| not_zero(zero).is_err())
        }
    }
}

/// Each result is the next call's point or, for the base point, its scalar.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let scalar = sample_array(2);
    bench_of(KEY_LEN, move |out| {
        let mut last = [0; KEY_LEN];
        last.copy_from_slice(out);
        let candidate = target.get(operation, size)?;
        let next = if operation == BASE {
            candidate.base(&last)
        } else {
            candidate.scalarmult(&scalar, &last)?
        };
        out.copy_from_slice(&next);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{BASE, KEY_LEN, PRIMITIVE, SCALARMULT, agrees, kat, sample_array};
    use crate::error::Error;

    /// Returns all points of order 1, 2, 4 and 8 on the curve and its twist, including unreduced
    /// encodings (D. J. Bernstein, <https://cr.yp.to/ecdh.html#validate>).
    fn small_order() -> Vec<[u8; KEY_LEN]> {
        let order_8 = [
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        ];
        let hex = |text: &str| -> [u8; KEY_LEN] {
            core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        };
        let near_p = |low: u8, high: u8| {
            let mut point = [0xff; KEY_LEN];
            (point[0], point[31]) = (low, high);
            point
        };
        let mut one = [0; KEY_LEN];
        one[0] = 1;
        let mut points = vec![[0; KEY_LEN], one];
        points.extend(order_8.map(hex));
        points.extend([0xec, 0xed, 0xee].map(|low| near_p(low, 0x7f)));
        points
    }

    #[test]
    fn every_candidate_passes_its_selftest() {
        let passes = |&c: &_| agrees(c, SCALARMULT) && agrees(c, BASE);
        let run = PRIMITIVE.runnable().filter(passes).count();
        let can = PRIMITIVE.runnable().count();
        assert!(run == can && can >= 2);
    }

    /// RFC 7748, section 5.2, first vector.
    #[test]
    fn every_candidate_gives_the_first_vector() {
        for candidate in PRIMITIVE.runnable() {
            assert_eq!(candidate.scalarmult(&kat::SCALAR, &kat::POINT), Ok(kat::RESULT));
        }
    }

    #[test]
    fn every_candidate_agrees_on_chained_inputs() {
        let portable = PRIMITIVE.named("portable").unwrap();
        for candidate in PRIMITIVE.runnable() {
            let (mut scalar, mut point) = (sample_array(5), sample_array(6));
            for _ in 0..64 {
                let product = candidate.scalarmult(&scalar, &point);
                assert_eq!(product, portable.scalarmult(&scalar, &point));
                assert_eq!(candidate.base(&scalar), portable.base(&scalar));
                (point, scalar) = (scalar, product.unwrap());
            }
        }
    }

    #[test]
    fn every_candidate_refuses_points_of_small_order() {
        for candidate in PRIMITIVE.runnable() {
            for mut point in small_order() {
                assert_eq!(candidate.scalarmult(&kat::SCALAR, &point), Err(Error::WeakPublicKey));
                point[31] |= 0x80;
                assert_eq!(candidate.scalarmult(&kat::SCALAR, &point), Err(Error::WeakPublicKey));
            }
        }
    }

    #[test]
    fn every_candidate_takes_points_that_are_not_reduced() {
        let portable = PRIMITIVE.named("portable").unwrap();
        let mut reduced = [0; KEY_LEN];
        reduced[0] = 9;
        let mut same = [0xff; KEY_LEN];
        (same[0], same[31]) = (0xf6, 0x7f);
        for candidate in PRIMITIVE.runnable() {
            let expected = portable.base(&kat::SCALAR);
            assert_eq!(candidate.scalarmult(&kat::SCALAR, &reduced), Ok(expected));
            assert_eq!(candidate.scalarmult(&kat::SCALAR, &same), Ok(expected));
        }
    }

    #[test]
    fn every_candidate_clamps() {
        let mut clamped: [u8; KEY_LEN] = sample_array(7);
        clamped[0] &= 248;
        clamped[31] = clamped[31] & 63 | 64;
        let mut other = clamped;
        other[0] |= 7;
        other[31] ^= 0xc0;
        for candidate in PRIMITIVE.runnable() {
            assert_eq!(candidate.base(&clamped), candidate.base(&other));
            let product = candidate.scalarmult(&clamped, &kat::POINT);
            assert_eq!(product, candidate.scalarmult(&other, &kat::POINT));
        }
    }
}
