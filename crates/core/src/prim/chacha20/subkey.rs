//! HChaCha20, the key under which XChaCha20 is ChaCha20, where a block has the portable code.
//!
//! Origin: draft-irtf-cfrg-xchacha-03 section 2.2, from the text.

use super::portable::{WIPED, chacha20, expand};
use super::{KEY_LEN, Source};
use crate::prim::shared::arx::{BLOCK, SIGMA, word};
use crate::wipe::{wipe, wipe_stack};

/// The state of ChaCha20 at block 0 for the key and the nonce of XChaCha20. It is written where it
/// stays: an array that is returned leaves copies.
#[inline(never)]
pub(super) fn extended(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 24]) {
    expand(state, key, core::array::from_fn(|i| word(nonce, i)), SIGMA);
    hchacha20(state);
    state[12..].copy_from_slice(&[0, 0, word(nonce, 4), word(nonce, 5)]);
}

/// HChaCha20.
pub(super) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let mut state = [0; 16];
    permuted(&mut state, key, input, constants);
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(&state[4..12]) {
        *bytes = word.to_le_bytes();
    }
    wipe(&mut state);
    wipe_stack::<WIPED>();
}

/// Puts the subkey into the words 4 to 11 of the state.
#[inline(never)]
fn permuted(state: &mut [u32; 16], key: &[u8; KEY_LEN], input: &[u8; 16], constants: &[u8; 16]) {
    let constants = core::array::from_fn(|i| word(constants, i));
    expand(state, key, core::array::from_fn(|i| word(input, i)), constants);
    hchacha20(state);
}

/// HChaCha20, the subkey in the place of the key. The words out are those that went in as constants and
/// nonce, taken back from a block of keystream, which is known to stay in plain integers: left to itself, the
/// compiler may put the rounds of a single state into vectors and take half as long again.
#[inline(always)]
fn hchacha20(state: &mut [u32; 16]) {
    let mut block = [0; BLOCK];
    let mut counting = *state;
    chacha20(&mut counting, &mut block, Source::Zero);
    for (to, from) in (4..12).zip([0, 1, 2, 3, 12, 13, 14, 15]) {
        state[to] = word(&block, from).wrapping_sub(state[from]);
    }
    wipe(&mut block);
    wipe(&mut counting);
}
