//! X25519 on pairs of elements in vectors of floating-point numbers.
//!
//! Needs vectors of 128 bits. Wins where a product of 128 bits is a call.

use super::ladder::base;
use super::ladder_pairs::scalarmult;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::x25519::Ops;

pub(in crate::prim::x25519) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("f64x2", Features::SIMD128, "own ladder; base point by an own table"),
    ops: Ops { scalarmult, base },
};
