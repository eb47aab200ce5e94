//! X25519 by the crate curve25519-dalek: its serial 64-bit field on every processor.
//!
//! Strategy: Montgomery ladder on five 51-bit limbs (ten of 25 and 26 bits on 32-bit machines); for
//! the base point an Edwards table in radix 16. Neither uses the crate's vector backend, so the
//! candidate does not report a backend. Wins over `portable` where graviola cannot run.

use curve25519_dalek::MontgomeryPoint;

use super::{Candidate, KEY_LEN, Meta, Ops};
use crate::choose::Features;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("dalek", Features::NONE, "crate curve25519-dalek, serial").checked(),
    ops: Ops { scalarmult, base },
};

fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> Option<[u8; KEY_LEN]> {
    Some(MontgomeryPoint(*point).mul_clamped(*scalar).0)
}

pub(super) fn base(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    MontgomeryPoint::mul_base_clamped(*scalar).0
}
