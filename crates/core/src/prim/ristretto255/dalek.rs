//! Multiples of elements of ristretto255 by the crate curve25519-dalek.
//!
//! Strategy: signed digits in radix 16, points on four field elements side by side, for which the
//! crate takes AVX-512 IFMA, AVX2 or its serial code as it finds the processor.

use super::portable::decode;
use super::{Candidate, Meta, Ops, Point, Scalar};
use crate::choose::Features;
use crate::prim::ed25519::dalek::backend;
use crate::prim::edwards25519::portable::number;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        backend: Some(backend),
        ..Meta::own("dalek", Features::NONE, "crate curve25519-dalek").checked()
    },
    ops: Ops { scalarmult, rest: None },
};

fn scalarmult(scalar: &Scalar, point: &Point) -> Option<Point> {
    Some((decode(point)? * number(scalar)).compress().0)
}
