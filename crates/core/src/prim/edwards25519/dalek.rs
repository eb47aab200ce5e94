//! Multiples of points, and the check for prime order, by the crate curve25519-dalek.
//!
//! Strategy: signed digits in radix 16, points on four field elements in parallel: the crate
//! selects AVX-512 IFMA, AVX2 or its serial code at run time.

use curve25519_dalek::edwards::EdwardsPoint;

use super::portable::{decode, number};
use super::{Candidate, Meta, Ops, Point, Scalar};
use crate::choose::Features;
use crate::prim::ed25519::dalek::backend;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        backend: Some(backend),
        ..Meta::own("dalek", Features::NONE, "crate curve25519-dalek").checked()
    },
    ops: Ops { is_valid, scalarmult, rest: None },
};

fn is_valid(point: &Point) -> bool {
    decode(point, EdwardsPoint::is_torsion_free).is_some()
}

fn scalarmult(scalar: &Scalar, point: &Point) -> Option<Point> {
    let point = decode(point, EdwardsPoint::is_torsion_free)?;
    Some((point * number(scalar)).compress().0)
}
