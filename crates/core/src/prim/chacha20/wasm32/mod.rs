//! HChaCha20 and the candidates of ChaCha20 for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;

use super::KEY_LEN;
use super::portable::{ChaCha20, expand};
use crate::prim::shared::arx::wasm32::single::permuted;
use crate::prim::shared::arx::{CONSTANTS, SIGMA, word};
use crate::wipe::wipe;

/// Writes the state of ChaCha20 at block 0 for the key and nonce of XChaCha20.
#[inline(never)]
pub(super) fn extended(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 24]) {
    let (mut own, (input, rest)) = ([0; KEY_LEN], nonce.split_at(16));
    subkey(&mut own, key, input.first_chunk().unwrap_or(&[0; 16]), CONSTANTS);
    expand(state, &own, [0, 0, word(rest, 0), word(rest, 1)], SIGMA);
    wipe(&mut own);
}

/// Computes HChaCha20. Only its input and output are in memory.
// Not inlined, to save code size.
#[inline(never)]
pub(super) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let (k, n, c) = (|i| word(key, i), |i| word(input, i), |i| word(constants, i));
    let rows = permuted::<ChaCha20>([
        c(0),
        c(1),
        c(2),
        c(3),
        k(0),
        k(1),
        k(2),
        k(3),
        k(4),
        k(5),
        k(6),
        k(7),
        n(0),
        n(1),
        n(2),
        n(3),
    ]);
    let (words, _) = out.as_chunks_mut();
    words[0] = rows[0].to_le_bytes();
    words[1] = rows[1].to_le_bytes();
    words[2] = rows[2].to_le_bytes();
    words[3] = rows[3].to_le_bytes();
    words[4] = rows[12].to_le_bytes();
    words[5] = rows[13].to_le_bytes();
    words[6] = rows[14].to_le_bytes();
    words[7] = rows[15].to_le_bytes();
}
