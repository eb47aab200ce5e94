//! Blocks of Salsa20 or ChaCha20 one by one in plain integers, which WebAssembly has as many of as it wants:
//! no word is in memory during the rounds. A block takes less time so than by rows in vectors, of which
//! each step waits for the one before.

use crate::prim::Source;
use crate::prim::shared::arx::{BLOCK, Cipher, again};
use crate::wipe::wipe;

/// Writes `source` XOR keystream into `out` from the block on that `state` counts, which is left at the block
/// after the last one used.
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

/// XORs the block of keystream that `state` counts onto `block`; the state counts on.
// One copy for all calls: a module's size counts.
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

/// The rounds on one state.
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
