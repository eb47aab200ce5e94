//! AES-256-GCM by a key that is prepared once and lives on the heap until it is wiped.

use quicksalt::nacl::aead::aes256gcm::{Key, PreparedKey};
use zeroize::Zeroize as _;

use crate::Case;
use crate::aes::{AAD, NONCE, gcm_input, sealed};
use crate::child::made;
use crate::constructions::forged;

pub(crate) const CASES: &[Case] = &[
    Case { name: "aes256gcm::PreparedKey::seal", prepare: gcm_input, run: seal },
    Case { name: "aes256gcm::PreparedKey::open", prepare: sealed, run: open },
    Case { name: "aes256gcm::PreparedKey::open of a forgery", prepare: sealed, run: open_forged },
];

fn seal(_: &str, input: &[u8]) {
    let (key, message) = input.split_at(Key::LEN);
    let key = PreparedKey::new(&made(key)).unwrap();
    key.seal(message, &AAD, &NONCE).unwrap();
}

fn open(_: &str, input: &[u8]) {
    let (key, sealed) = input.split_at(Key::LEN);
    let key = PreparedKey::new(&made(key)).unwrap();
    key.open(sealed, &AAD, &NONCE).unwrap().zeroize();
}

fn open_forged(_: &str, input: &[u8]) {
    let (key, sealed) = input.split_at(Key::LEN);
    let key = PreparedKey::new(&made(key)).unwrap();
    assert!(key.open(&forged(sealed), &AAD, &NONCE).is_err());
}
