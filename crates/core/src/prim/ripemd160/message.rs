//! From a message to blocks and from the state to the digest, for every candidate.

use crate::prim::family::hash;
use crate::wipe::wipe;

/// Length of a block in bytes.
pub(super) const BLOCK: usize = 64;

pub(super) type Block = [u8; BLOCK];

/// The five words between two blocks.
#[derive(Clone)]
pub struct State(pub(super) [u32; 5]);

impl hash::State<BLOCK, 20> for State {
    fn initial() -> Self {
        Self([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0])
    }

    fn finish(mut self, rest: &[u8], len: u128, absorb: impl Fn(&mut Self, &[Block])) -> [u8; 20] {
        let mut last = [[0; BLOCK]; 2];
        last[0][..rest.len()].copy_from_slice(rest);
        last[0][rest.len()] = 0x80;
        let blocks = if rest.len() < BLOCK - 8 { 1 } else { 2 };
        // The low bytes of the number of bits, the lowest first.
        let bits = (len << 3).to_le_bytes();
        last[blocks - 1][BLOCK - 8..].copy_from_slice(&bits[..8]);
        absorb(&mut self, &last[..blocks]);
        let mut digest = [0; 20];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(&self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        wipe(last.as_flattened_mut());
        wipe(&mut self.0);
        digest
    }

    fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

/// The hash of all parts.
#[inline(always)]
pub(super) fn hash(parts: &[&[u8]], absorb: impl Fn(&mut State, &[Block])) -> [u8; 20] {
    let mut state = <State as hash::State<BLOCK, 20>>::initial();
    // What does not fill a block: the first `filled` bytes.
    let (mut rest, mut filled, mut len) = ([0; BLOCK], 0, 0_u128);
    for mut part in parts.iter().copied() {
        len += part.len() as u128;
        if filled > 0 {
            let (head, more) = part.split_at(part.len().min(BLOCK - filled));
            rest[filled..filled + head.len()].copy_from_slice(head);
            filled += head.len();
            part = more;
            if filled < BLOCK {
                continue;
            }
            absorb(&mut state, &[rest]);
        }
        let (blocks, tail) = part.as_chunks();
        absorb(&mut state, blocks);
        rest[..tail.len()].copy_from_slice(tail);
        filled = tail.len();
    }
    let digest = hash::State::finish(state, &rest[..filled], len, absorb);
    wipe(&mut rest);
    digest
}
