//! Single blocks of Salsa20 or ChaCha20 in plain integers. WebAssembly has unlimited locals, so no
//! word is in memory during the rounds. A block takes less time than with rows in vectors, where
//! each step waits for the previous step.

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};
use crate::wipe::wipe;

/// Writes `source` XOR keystream into `out`, starting at the block counter of `state`, and advances
/// the counter past the last block used.
#[inline(always)]
pub(in crate::prim) fn xor<C: Cipher>(
    state: &mut [u32; 16],
    out: &mut [u8],
    mut source: Source<'_>,
) {
    for piece in out.chunks_mut(BLOCK) {
        if let Ok(block) = <&mut [u8; BLOCK]>::try_from(&mut *piece) {
            match source {
                Source::InPlace => {}
                Source::Zero => *block = [0; BLOCK],
                Source::From(input) => block.copy_from_slice(&input[..BLOCK]),
            }
            add::<C>(state, block);
        } else {
            let mut keystream = [0; BLOCK];
            add::<C>(state, &mut keystream);
            source.xor(piece, &keystream);
            wipe(&mut keystream);
        }
        source = source.skip(piece.len());
    }
}

/// XORs the block of keystream that `state` counts into `block` and advances the counter.
// Not inlined: the size of a WebAssembly module counts, so all calls share one copy.
#[inline(never)]
fn add<C: Cipher>(state: &mut [u32; 16], block: &mut [u8; BLOCK]) {
    macro_rules! words {
        ($($i:literal)*) => {
            // Written out: `map` leaves a copy of the state on the stack.
            let mut rows = [$( [state[$i]] ),*];
            C::rounds(&mut rows);
            let start = again(state);
            let (words, _) = block.as_chunks_mut::<4>();
            $(
                let word = rows[$i][0].wrapping_add(start[$i]) ^ u32::from_le_bytes(words[$i]);
                words[$i] = word.to_le_bytes();
            )*
        };
    }
    words!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    C::advance(state, 1);
}

/// Performs the rounds on one state.
#[inline(always)]
pub(in crate::prim) fn permuted<C: Cipher>(state: [u32; 16]) -> [u32; 16] {
    macro_rules! words {
        ($($i:literal)*) => {{
            let mut rows = [$( [state[$i]] ),*];
            C::rounds(&mut rows);
            [$( rows[$i][0] ),*]
        }};
    }
    words!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}
