//! Scalar multiplication in ristretto255 by the crate curve25519-dalek.
//!
//! Strategy: signed radix-16 digits, points as four parallel field elements. The crate selects
//! AVX-512 IFMA, AVX2 or serial code by the processor.

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
