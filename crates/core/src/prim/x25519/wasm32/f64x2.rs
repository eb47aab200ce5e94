//! X25519 on pairs of field elements in vectors of floating-point numbers.
//!
//! Needs 128-bit vectors. Wins where a 128-bit product is a function call.

use super::ladder::base;
use super::ladder_pairs::scalarmult;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::x25519::Ops;

pub(in crate::prim::x25519) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("f64x2", Features::SIMD128, "own ladder; base point by an own table"),
    ops: Ops { scalarmult, base },
};
