//! Tests AES-256-GCM with a prepared key, which is on the heap until it is wiped.

use quicksalt::nacl::aead::aes256gcm::{Key, PreparedKey};
use zeroize::Zeroize as _;

use crate::aes::{AAD, NONCE, gcm_input, sealed};
use crate::child::made;
use crate::constructions::forged;
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("aes256gcm::PreparedKey::seal", gcm_input, |_, input| {
        let (key, message) = input.split_at(Key::LEN);
        let key = PreparedKey::new(&made(key)).unwrap();
        key.seal(message, &AAD, &NONCE).unwrap();
    }),
    case("aes256gcm::PreparedKey::open", sealed, |_, input| {
        let (key, sealed) = input.split_at(Key::LEN);
        let key = PreparedKey::new(&made(key)).unwrap();
        key.open(sealed, &AAD, &NONCE).unwrap().zeroize();
    }),
    case("aes256gcm::PreparedKey::open of a forgery", sealed, |_, input| {
        let (key, sealed) = input.split_at(Key::LEN);
        let key = PreparedKey::new(&made(key)).unwrap();
        assert!(key.open(&forged(sealed), &AAD, &NONCE).is_err());
    }),
];
