//! Computes the chains sequentially with the compression function of the portable `blake2b`
//! candidate.

use super::{Candidate, Features, Meta, Ops, Start};
use crate::prim::blake2b::{BLOCK, after};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 7693").checked(),
    ops: Ops { advance },
};

fn advance(start: &Start, values: &mut [u8], steps: u32) {
    // The bytes after the value are zeros.
    let mut block = [0; BLOCK];
    for value in values.chunks_exact_mut(start.digest_len) {
        block[..value.len()].copy_from_slice(value);
        for _ in 0..steps {
            let words = after(start.state, &block, start.absorbed(), true).map(u64::to_le_bytes);
            block[..value.len()].copy_from_slice(&words.as_flattened()[..value.len()]);
        }
        value.copy_from_slice(&block[..value.len()]);
    }
    wipe(&mut block);
}
