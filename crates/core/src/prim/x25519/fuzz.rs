//! A candidate's outputs for a random scalar and a random point.

use alloc::vec::Vec;

use super::Ops;
use crate::choose::{Random, Runnable};

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let (scalar, point) = (random.array(), random.array());
    if operation == "base" {
        return candidate.base(&scalar).to_vec();
    }
    candidate.scalarmult(&scalar, &point).map(Vec::from).unwrap_or_default()
}
