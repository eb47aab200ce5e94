//! ChaCha20 in plain integers.
//!
//! Origin: RFC 8439 sections 2.1 to 2.4, from the text.

use super::{KEY_LEN, NONCE_LEN, Ops, Source, extended};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::family::stream;
use crate::prim::shared::arx::{self, BLOCK, Cipher, SIGMA, add_xor_rotate, word};
use crate::wipe::{wipe, wipe_stack};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, RFC 8439").checked(),
    ops: Ops { xor: chacha20, reduced: () },
};

/// At least as many bytes of stack as the functions of this file use: what is kept over the rounds
/// lies there, but in modules for WebAssembly, which have variables beside their memory.
pub(crate) const WIPED: usize = if cfg!(target_arch = "wasm32") { 0 } else { 768 };

/// ChaCha20 from the block on that `state` counts.
// Not inlined: under wider features the compiler would vectorise a single block, and lose.
#[inline(never)]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20, 1>(state, out, source);
}

/// The state of ChaCha20 at block 0 for a nonce of 12 bytes. It is written where it stays: an array that
/// is returned leaves copies.
fn start(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    expand(state, key, [0, word(nonce, 0), word(nonce, 1), word(nonce, 2)], SIGMA);
}

/// The same for the original nonce of 8 bytes behind a counter of 64 bits.
fn start_original(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 8]) {
    expand(state, key, [0, 0, word(nonce, 0), word(nonce, 1)], SIGMA);
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

/// The cipher for [`arx`]: a 64-bit counter in words 12 and 13. Word 13 is the first of RFC 8439's
/// nonce; the contract refuses what would count on with it. XChaCha20 has zero there and counts on, as
/// libsodium does: no block of a message comes twice.
#[derive(Debug)]
pub enum ChaCha20 {}

impl Cipher for ChaCha20 {
    const COUNTER: [usize; 2] = [12, 13];

    fn single(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
        chacha20(state, out, source);
    }

    /// Read again in modules for WebAssembly alone: elsewhere the compiler puts the rounds of a single
    /// state into vectors then, and takes half as long again. So [`WIPED`] bytes of stack are wiped.
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

/// The cipher with a nonce of that many bytes: how many blocks it has, and its state at block 0.
macro_rules! streams {
    ($(
        $(#[$doc:meta])*
        $nonce_len:literal, $blocks:expr, $longest:literal, $begin:expr;
    )*) => {$(
        $(#[$doc])*
        impl stream::Cipher<BLOCK, $nonce_len, KEY_LEN> for ChaCha20 {
            type State = [u32; 16];
            type Reduced = ();

            const BLOCKS: u128 = $blocks;
            const LONGEST: &'static str = $longest;

            fn empty() -> [u32; 16] {
                [0; 16]
            }

            fn begin(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; $nonce_len]) {
                $begin(state, key, nonce);
            }

            /// Kernels carry into the first word of a nonce of 12 bytes behind the last block;
            /// going back takes that back.
            fn skip(state: &mut [u32; 16], blocks: u64) {
                <Self as Cipher>::advance(state, blocks);
            }

            fn wipe(state: &mut [u32; 16]) {
                wipe(state);
            }

            fn wipe_stack() {
                wipe_stack::<WIPED>();
            }
        }
    )*};
}

streams! {
    /// RFC 8439.
    12, 1 << 32, "at most 2^32 blocks of 64 less the counter", start;
    /// The original cipher, with a counter of 64 bits.
    8, 1 << 64, "at most 2^64 blocks of 64 less the counter", start_original;
    /// XChaCha20, whose counter goes on beyond the draft's 32 bits as libsodium's does.
    24, 1 << 64, "at most 2^64 blocks of 64 less the counter", extended;
}

#[inline(always)]
fn quarter<const N: usize>(rows: &mut [[u32; N]; 16], a: usize, b: usize, c: usize, d: usize) {
    add_xor_rotate::<N, 16>(rows, d, a, b);
    add_xor_rotate::<N, 12>(rows, b, c, d);
    add_xor_rotate::<N, 8>(rows, d, a, b);
    add_xor_rotate::<N, 7>(rows, b, c, d);
}
