//! X25519 on five limbs of 51 bits.
//!
//! Needs nothing. Wins where a 128-bit product is an instruction.

use super::ladder::{base, scalarmult};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::x25519::Ops;

pub(in crate::prim::x25519) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("limbs51", Features::NONE, "own ladder; base point by an own table"),
    ops: Ops { scalarmult, base },
};
