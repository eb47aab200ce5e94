//! ChaCha20 in plain integers.
//!
//! Origin: written from RFC 8439 sections 2.1 to 2.4.

use super::{KEY_LEN, Ops, Source};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::shared::arx::{self, Cipher, add_xor_rotate, word};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, RFC 8439").checked(),
    ops: Ops { xor: chacha20, reduced: () },
};

/// Upper bound in bytes of the stack that the functions of this file use for values that survive
/// the rounds. WebAssembly modules have such values in local variables outside the memory.
pub(crate) const WIPED: usize = if cfg!(target_arch = "wasm32") { 0 } else { 768 };

/// Encrypts with ChaCha20, starting at the block that `state` counts.
// Not inlined: with wider vector features enabled, the compiler would vectorise a single block,
// which is slower.
#[inline(never)]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20, 1>(state, out, source);
}

/// Fills the state with the constants, the key, and four words of counter and nonce.
#[inline(always)]
pub(super) fn expand(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    input: [u32; 4],
    constants: [u32; 4],
) {
    state[..4].copy_from_slice(&constants);
    for (i, to) in state[4..12].iter_mut().enumerate() {
        *to = word(key, i);
    }
    state[12..].copy_from_slice(&input);
}

/// The cipher for [`arx`], with a 64-bit counter in words 12 and 13. In RFC 8439, word 13 is the
/// first word of the nonce; the callers reject a length at which the counter would carry into it.
/// In XChaCha20 word 13 starts at zero and the counter carries into it, as in libsodium, so a
/// message never repeats a block.
#[derive(Debug)]
pub enum ChaCha20 {}

impl Cipher for ChaCha20 {
    const COUNTER: [usize; 2] = [12, 13];

    fn single(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
        chacha20(state, out, source);
    }

    /// Only WebAssembly modules read the state again after the rounds. On the remaining
    /// architectures this would make the compiler vectorise the rounds of a single state, which
    /// takes 50 % longer; there, the code wipes [`WIPED`] bytes of the stack instead.
    #[inline(always)]
    fn behind_the_rounds(state: &[u32; 16]) -> &[u32; 16] {
        if cfg!(target_arch = "wasm32") { arx::again(state) } else { state }
    }

    #[inline(always)]
    fn rounds<const N: usize>(rows: &mut [[u32; N]; 16]) {
        for _ in 0..10 {
            quarter(rows, 0, 4, 8, 12);
            quarter(rows, 1, 5, 9, 13);
            quarter(rows, 2, 6, 10, 14);
            quarter(rows, 3, 7, 11, 15);
            quarter(rows, 0, 5, 10, 15);
            quarter(rows, 1, 6, 11, 12);
            quarter(rows, 2, 7, 8, 13);
            quarter(rows, 3, 4, 9, 14);
        }
    }
}

#[inline(always)]
fn quarter<const N: usize>(rows: &mut [[u32; N]; 16], a: usize, b: usize, c: usize, d: usize) {
    add_xor_rotate::<N, 16>(rows, d, a, b);
    add_xor_rotate::<N, 12>(rows, b, c, d);
    add_xor_rotate::<N, 8>(rows, d, a, b);
    add_xor_rotate::<N, 7>(rows, b, c, d);
}
