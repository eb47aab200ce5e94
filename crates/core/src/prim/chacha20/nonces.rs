//! The stream of ChaCha20 for each of its nonces: the state at block 0, and how many blocks there are.

use super::portable::{ChaCha20, WIPED, expand};
use super::{KEY_LEN, NONCE_LEN, extended};
use crate::prim::family::stream;
use crate::prim::shared::arx::{BLOCK, Cipher, SIGMA, word};
use crate::wipe::{wipe, wipe_stack};

/// The state of ChaCha20 at block 0 for a nonce of 12 bytes. It is written where it stays: an array that
/// is returned leaves copies.
fn start(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    expand(state, key, [0, word(nonce, 0), word(nonce, 1), word(nonce, 2)], SIGMA);
}

/// The same for the original nonce of 8 bytes after a counter of 64 bits.
fn start_original(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 8]) {
    expand(state, key, [0, 0, word(nonce, 0), word(nonce, 1)], SIGMA);
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

            /// Kernels carry into the first word of a nonce of 12 bytes after the last block;
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
    12, 1 << 32, "at most 64 * (2^32 - counter)", start;
    /// The original cipher, with a counter of 64 bits.
    8, 1 << 64, "at most 2^64 blocks of 64 less the counter", start_original;
    /// XChaCha20; its counter goes on beyond the draft's 32 bits as libsodium's does.
    24, 1 << 64, "at most 2^64 blocks of 64 less the counter", extended;
}
