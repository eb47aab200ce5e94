//! Salsa20 for WebAssembly: HSalsa20 for long nonces, and the candidates.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;

use super::portable::{Salsa20, fill};
use super::{KEY_LEN, NONCE_LEN};
use crate::prim::shared::arx::wasm32::single::permuted;
use crate::prim::shared::arx::{CONSTANTS, SIGMA, word};
use crate::wipe::wipe;

/// Writes the state of Salsa20 at block 0 for XSalsa20's key and nonce.
#[inline(never)]
pub(in crate::prim) fn extended(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
) {
    let (mut own, (input, rest)) = ([0; KEY_LEN], nonce.split_at(16));
    subkey(&mut own, key, input.first_chunk().unwrap_or(&[0; 16]), CONSTANTS);
    fill(state, &own, [word(rest, 0), word(rest, 1), 0, 0], SIGMA);
    wipe(&mut own);
}

/// Computes HSalsa20 with only inputs and outputs in memory.
// Not inlined: the size of a WebAssembly module counts, so all calls share one copy.
#[inline(never)]
pub(super) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let (k, n, c) = (|i| word(key, i), |i| word(input, i), |i| word(constants, i));
    let rows = permuted::<Salsa20>([
        c(0),
        k(0),
        k(1),
        k(2),
        k(3),
        c(1),
        n(0),
        n(1),
        n(2),
        n(3),
        c(2),
        k(4),
        k(5),
        k(6),
        k(7),
        c(3),
    ]);
    let (words, _) = out.as_chunks_mut();
    words[0] = rows[0].to_le_bytes();
    words[1] = rows[5].to_le_bytes();
    words[2] = rows[10].to_le_bytes();
    words[3] = rows[15].to_le_bytes();
    words[4] = rows[6].to_le_bytes();
    words[5] = rows[7].to_le_bytes();
    words[6] = rows[8].to_le_bytes();
    words[7] = rows[9].to_le_bytes();
}
