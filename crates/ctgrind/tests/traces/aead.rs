//! Tests authenticated encryption with associated data: every primitive, and the construction in
//! `quicksalt::nacl` that uses it.

use quicksalt::hazmat::chacha20;
use zeroize::Zeroize as _;

use crate::child::made;
use crate::constructions::forged;
use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

/// The associated data of all messages.
const AAD: [u8; 20] = [20; 20];

/// Defines the cases of a primitive, given its name and key length, and of the construction with
/// the same name. The function `$derived` returns the secrets derived from key, nonce and message.
macro_rules! sealing {
    ($(
        $nacl:ident = $primitive:ident, $name:literal $(by $part:literal)?, $key_len:literal, $derived:expr;
    )*) => {
        pub(crate) const CASES: &[&[Case]] = &[$($nacl::CASES),*];
        pub(crate) const CONSTRUCTIONS: &[&[Case]] = &[$($nacl::CONSTRUCTIONS),*];

        $(mod $nacl {
            use quicksalt::hazmat::$primitive::{NONCE_LEN, PRIMITIVE, TAG_LEN, data, filled, seal};
            use quicksalt::nacl::aead::$nacl as nacl;

            use super::*;

            const NONCE: [u8; NONCE_LEN] = [24; NONCE_LEN];

            pub(super) const CASES: &[Case] = &[
                case(concat!($name, ".seal" $(, " by ", $part, ".seal")?), input, |name, input| {
                    let (key, message) = first(input);
                    let mut sealed = vec![0; message.len() + TAG_LEN];
                    let run = by(&PRIMITIVE, name);
                    run.seal(key, &filled(&NONCE), data(&AAD), &mut sealed, message);
                }),
                case(concat!($name, ".open" $(, " by ", $part, ".open")?), sealed, |name, input| {
                    let (key, sealed) = first(input);
                    let mut message = vec![0; sealed.len() - TAG_LEN];
                    let run = by(&PRIMITIVE, name);
                    run.open(key, &filled(&NONCE), data(&AAD), &mut message, sealed).unwrap();
                    message.zeroize();
                }),
            ];

            pub(super) const CONSTRUCTIONS: &[Case] = &[
                case(concat!("aead::", stringify!($nacl), "::seal"), input, |_, input| {
                    let (key, message) = input.split_at($key_len);
                    nacl::seal(message, &AAD, &NONCE, &made(key)).unwrap();
                }),
                case(concat!("aead::", stringify!($nacl), "::open"), sealed, |_, input| {
                    let (key, sealed) = input.split_at($key_len);
                    nacl::open(sealed, &AAD, &NONCE, &made(key)).unwrap().zeroize();
                }),
                case(
                    concat!("aead::", stringify!($nacl), "::open of a forgery"),
                    sealed,
                    |_, input| {
                        let (key, sealed) = input.split_at($key_len);
                        let key = made::<nacl::Key>(key);
                        assert!(nacl::open(&forged(sealed), &AAD, &NONCE, &key).is_err());
                    },
                ),
            ];

            /// Returns the key, the message, the sealed message, and the secrets.
            fn all(len: usize) -> ([u8; $key_len], Vec<u8>, Vec<u8>, Secrets) {
                let (key, message) = (drawn(1), drawn_message(len));
                let mut sealed = vec![0; len + TAG_LEN];
                seal(&key, &NONCE, &AAD, &mut sealed, &message).unwrap();
                let secrets = Secrets::default()
                    .key("key", &key)
                    .bytes("message", &message)
                    .and($derived(&key, &NONCE, &sealed));
                (key, message, sealed, secrets)
            }

            fn input(len: usize) -> (Vec<u8>, Secrets) {
                let (key, message, _, secrets) = all(len);
                ([&key[..], &message].concat(), secrets)
            }

            fn sealed(len: usize) -> (Vec<u8>, Secrets) {
                let (key, _, sealed, secrets) = all(len);
                ([&key[..], &sealed].concat(), secrets)
            }
        })*
    };
}

sealing! {
    aegis128l = aegis128l, "aegis128l", 16, |_: &_, _: &_, _: &_| Secrets::default();
    aegis256 = aegis256, "aegis256", 32, |_: &_, _: &_, _: &_| Secrets::default();
    chacha20poly1305 = chacha20poly1305_original, "chacha20poly1305-original" by "chacha20poly1305", 32,
    |key: &[u8; 32], nonce: &[u8; 8], sealed: &[u8]| {
        let mut long = [0; 12];
        long[4..].copy_from_slice(nonce);
        chacha20_secrets(key, &long, sealed)
    };
    chacha20poly1305_ietf = chacha20poly1305_ietf, "chacha20poly1305-ietf" by "chacha20poly1305", 32, chacha20_secrets;
    xchacha20poly1305 = xchacha20poly1305, "xchacha20poly1305" by "chacha20poly1305", 32,
    |key: &[u8; 32], nonce: &[u8; 24], sealed: &[u8]| {
        let (input, rest) = first::<16>(nonce);
        let subkey = ::chacha20::hchacha::<::chacha20::R20>(key.into(), input.into()).into();
        let mut short = [0; 12];
        short[4..].copy_from_slice(rest);
        chacha20_secrets(&subkey, &short, sealed).key("subkey", &subkey)
    };
}

/// Returns the keystream, and the secrets derived from the Poly1305 key in its first block.
fn chacha20_secrets(key: &[u8; 32], nonce: &[u8; 12], sealed: &[u8]) -> Secrets {
    let mut stream = vec![0; 64 + sealed.len() - 16];
    chacha20::stream(key, nonce, 0, &mut stream).unwrap();
    let mac_key = *first(&stream).0;
    let tag = first(&sealed[sealed.len() - 16..]).0;
    Secrets::default().bytes("stream", &stream).poly1305(&mac_key, tag)
}
