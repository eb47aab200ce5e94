//! ChaCha20 with each of its nonce lengths, which determine the state at block 0 and the number of
//! blocks.

use super::portable::{ChaCha20, WIPED, expand};
use super::{KEY_LEN, NONCE_LEN, extended};
use crate::prim::family::stream;
use crate::prim::shared::arx::{BLOCK, Cipher, SIGMA, word};
use crate::wipe::{wipe, wipe_stack};

/// Writes the state of ChaCha20 at block 0 for a 12-byte nonce. It is written in place, since a
/// returned array would leave copies on the stack.
fn start(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    expand(state, key, [0, word(nonce, 0), word(nonce, 1), word(nonce, 2)], SIGMA);
}

/// Writes the state at block 0 for the original layout, in which an 8-byte nonce follows a 64-bit
/// counter.
fn start_original(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 8]) {
    expand(state, key, [0, 0, word(nonce, 0), word(nonce, 1)], SIGMA);
}

/// Implements the cipher for each nonce length: the number of blocks, and the state at block 0.
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

            /// After the last block, kernels carry from the counter into the first word of a
            /// 12-byte nonce. Skipping backwards undoes the carry.
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
    /// ChaCha20 with the 12-byte nonce of RFC 8439.
    12, 1 << 32, "at most 64 * (2^32 - counter)", start;
    /// The original cipher, with a 64-bit counter.
    8, 1 << 64, "at most 64 * (2^64 - counter)", start_original;
    /// XChaCha20; its counter continues beyond the draft's 32 bits, as in libsodium.
    24, 1 << 64, "at most 64 * (2^64 - counter)", extended;
}
