//! The parts of MD4 (RFC 1320) in MD5 and RIPEMD-160: blocks, padding and little-endian words.

use core::slice::from_ref;

use crate::prim::family::hash;
use crate::wipe::wipe;

/// Length of a block in bytes.
pub(in crate::prim) const BLOCK: usize = 64;

pub(in crate::prim) type Block = [u8; BLOCK];

/// The state words between blocks.
#[derive(Clone)]
pub struct State<const WORDS: usize>(pub(in crate::prim) [u32; WORDS]);

/// The initial state: nibbles in ascending order, nibbles in descending order, and the fifth word
/// of SHA-1 and RIPEMD-160.
const INITIAL: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

impl<const WORDS: usize, const DIGEST: usize> hash::State<BLOCK, DIGEST> for State<WORDS> {
    fn initial() -> Self {
        const { assert!(DIGEST == 4 * WORDS) };
        let mut words = [0; WORDS];
        words.copy_from_slice(&INITIAL[..WORDS]);
        Self(words)
    }

    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut Self, &[Block]),
        to: &mut [u8; DIGEST],
    ) {
        let mut last = [[0; BLOCK]; 2];
        last[0][..rest.len()].copy_from_slice(rest);
        last[0][rest.len()] = 0x80;
        let blocks = if rest.len() < BLOCK - 8 { 1 } else { 2 };
        // The low 64 bits of the length in bits, little-endian.
        let bits = (len << 3).to_le_bytes();
        last[blocks - 1][BLOCK - 8..].copy_from_slice(&bits[..8]);
        absorb(self, &last[..blocks]);
        for (bytes, word) in to.chunks_exact_mut(4).zip(&self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        wipe(last.as_flattened_mut());
    }

    fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

/// Returns the hash of the optional first block and all parts.
#[inline(always)]
pub(in crate::prim) fn hash<const WORDS: usize, const DIGEST: usize>(
    first: Option<&Block>,
    parts: &[&[u8]],
    absorb: impl Fn(&mut State<WORDS>, &[Block]),
) -> [u8; DIGEST] {
    let mut state = <State<WORDS> as hash::State<BLOCK, DIGEST>>::initial();
    // The bytes that do not fill a block are the first `filled` bytes of `rest`.
    let (mut rest, mut filled, mut len) = ([0; BLOCK], 0, 0_u128);
    if let Some(first) = first {
        absorb(&mut state, from_ref(first));
        len = BLOCK as u128;
    }
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
            absorb(&mut state, from_ref(&rest));
        }
        let (blocks, tail) = part.as_chunks();
        absorb(&mut state, blocks);
        rest[..tail.len()].copy_from_slice(tail);
        filled = tail.len();
    }
    let mut digest = [0; DIGEST];
    hash::State::finish(&mut state, &rest[..filled], len, absorb, &mut digest);
    wipe(&mut rest);
    wipe(&mut state.0);
    digest
}
