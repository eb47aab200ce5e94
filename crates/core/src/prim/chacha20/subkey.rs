//! HChaCha20, which derives the ChaCha20 key of XChaCha20, based on the portable block function.
//!
//! Origin: written from draft-irtf-cfrg-xchacha-03 section 2.2.

use super::portable::{WIPED, chacha20, expand};
use super::{KEY_LEN, Source};
use crate::prim::shared::arx::{BLOCK, SIGMA, word};
use crate::wipe::{wipe, wipe_stack};

/// Writes the state of ChaCha20 at block 0 for the key and nonce of XChaCha20. It is written in
/// place, since a returned array would leave copies on the stack.
#[inline(never)]
pub(super) fn extended(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 24]) {
    expand(state, key, core::array::from_fn(|i| word(nonce, i)), SIGMA);
    hchacha20(state);
    state[12..].copy_from_slice(&[0, 0, word(nonce, 4), word(nonce, 5)]);
}

/// Computes HChaCha20.
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

/// Computes the subkey in words 4 to 11 of the state.
#[inline(never)]
fn permuted(state: &mut [u32; 16], key: &[u8; KEY_LEN], input: &[u8; 16], constants: &[u8; 16]) {
    let constants = core::array::from_fn(|i| word(constants, i));
    expand(state, key, core::array::from_fn(|i| word(input, i)), constants);
    hchacha20(state);
}

/// Replaces the key in the state with the HChaCha20 subkey. The subkey words are the constants and
/// nonce after the rounds, recovered from a keystream block by subtracting the initial state. The
/// keystream function is known to use plain integers, whereas the compiler might vectorise a
/// separate round loop, which takes 50 % longer.
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
