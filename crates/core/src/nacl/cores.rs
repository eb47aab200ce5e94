//! `crypto_core`: the functions under Salsa20 and ChaCha20 that turn a key and 16 bytes into another key.
//!
//! They are for those who build constructions of their own, such as keys for one of many nonces.
//!
//! ```
//! use quicksalt::nacl::cores;
//!
//! let key = [7; 32];
//! assert_ne!(*cores::hchacha20(&[1; 16], &key), *cores::hsalsa20(&[1; 16], &key));
//! ```

use crate::Wiped;
use crate::prim::{chacha20, xsalsa20};

/// Length of the input in bytes.
pub const INPUT_LEN: usize = 16;
/// Length of the key in bytes, and of the one that is made of it.
pub const KEY_LEN: usize = 32;

/// HChaCha20 (draft-irtf-cfrg-xchacha-03 section 2.2).
#[must_use]
pub fn hchacha20(input: &[u8; INPUT_LEN], key: &[u8; KEY_LEN]) -> Wiped<[u8; KEY_LEN]> {
    let mut subkey = Wiped::new([0; KEY_LEN]);
    chacha20::hchacha20(key, &mut subkey, input);
    subkey
}

/// HSalsa20 (D. J. Bernstein, "Extending the Salsa20 nonce").
#[must_use]
pub fn hsalsa20(input: &[u8; INPUT_LEN], key: &[u8; KEY_LEN]) -> Wiped<[u8; KEY_LEN]> {
    Wiped::new(xsalsa20::hsalsa20(key, input))
}
