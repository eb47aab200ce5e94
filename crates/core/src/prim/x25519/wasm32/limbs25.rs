//! X25519 on ten limbs of 26 and 25 bits.
//!
//! Needs nothing. Wins where a 128-bit product is a function call.

use super::ladder::{base, scalarmult};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::x25519::Ops;

pub(in crate::prim::x25519) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("limbs25", Features::NONE, "own ladder; base point by an own table"),
    ops: Ops { scalarmult, base },
};
