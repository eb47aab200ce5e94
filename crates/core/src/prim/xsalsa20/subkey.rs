//! HSalsa20, which derives XSalsa20's key for Salsa20, where blocks are computed by the portable
//! code.
//!
//! Origin: D. J. Bernstein, "Extending the Salsa20 nonce" (2011), from the text.

use super::portable::{INPUT_AT, KEY_AT, SIGMA_AT, Salsa20, fill, put};
use super::{KEY_LEN, NONCE_LEN, words};
use crate::prim::shared::arx::{self, SIGMA, word};
use crate::wipe::wipe;

/// The words of the result: the positions of the constants and of the nonce.
const SUBKEY_AT: [usize; 8] = [0, 5, 10, 15, 6, 7, 8, 9];

/// Writes the state of Salsa20 at block 0 for XSalsa20's key and nonce. The state is written in
/// place, because returning an array leaves copies.
#[inline(never)]
pub(in crate::prim) fn extended(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
) {
    hsalsa20(state, key, [0, 1, 2, 3].map(|i| word(nonce, i)), SIGMA);
    for (to, from) in KEY_AT.into_iter().zip(SUBKEY_AT) {
        state[to] = state[from];
    }
    put(state, SIGMA_AT, SIGMA);
    put(state, INPUT_AT, [word(nonce, 4), word(nonce, 5), 0, 0]);
}

/// Computes HSalsa20.
pub(super) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let mut state = [0; 16];
    hsalsa20(&mut state, key, words(input), words(constants));
    for (bytes, at) in out.as_chunks_mut().0.iter_mut().zip(SUBKEY_AT) {
        *bytes = state[at].to_le_bytes();
    }
    wipe(&mut state);
}

/// Computes HSalsa20, with the subkey in the words [`SUBKEY_AT`] of the state.
#[inline(always)]
fn hsalsa20(state: &mut [u32; 16], key: &[u8; KEY_LEN], input: [u32; 4], constants: [u32; 4]) {
    fill(state, key, input, constants);
    arx::permute::<Salsa20>(state);
}
