//! The initial states of Salsa20 and XSalsa20, one per nonce length.

use super::portable::{Salsa20, fill};
use super::{KEY_LEN, extended};
use crate::prim::family::stream::{self, Xor};
use crate::prim::shared::arx::{BLOCK, Cipher, SIGMA, word};
use crate::wipe::wipe;

/// Writes the state of Salsa20 at block 0.
fn start(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; 8]) {
    fill(state, key, [word(nonce, 0), word(nonce, 1), 0, 0], SIGMA);
}

/// Implements the cipher for a nonce length, with the function that writes its state at block 0.
macro_rules! streams {
    ($(
        $(#[$doc:meta])*
        $nonce_len:literal, $begin:ident;
    )*) => {$(
        $(#[$doc])*
        impl stream::Cipher<BLOCK, $nonce_len, KEY_LEN> for Salsa20 {
            type State = [u32; 16];
            type Reduced = [Xor<[u32; 16]>; 2];

            const BLOCKS: u128 = 1 << 64;
            const LONGEST: &'static str = "at most 64 * (2^64 - counter)";

            fn empty() -> [u32; 16] {
                [0; 16]
            }

            fn begin(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; $nonce_len]) {
                $begin(state, key, nonce);
            }

            fn skip(state: &mut [u32; 16], blocks: u64) {
                <Self as Cipher>::advance(state, blocks);
            }

            fn wipe(state: &mut [u32; 16]) {
                wipe(state);
            }
        }
    )*};
}

streams! {
    /// XSalsa20.
    24, extended;
    /// Salsa20.
    8, start;
}
