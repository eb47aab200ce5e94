//! Tests boxes with XChaCha20.

use quicksalt::hazmat::{chacha20, x25519};
use quicksalt::nacl::boxes::xchacha20poly1305 as boxes;
use quicksalt::nacl::sealedbox::xchacha20poly1305 as sealedbox;
use quicksalt::nacl::secretbox::xchacha20poly1305 as secretbox;
use zeroize::Zeroize as _;

use crate::child::made;
use crate::ciphers::NONCE;
use crate::constructions::forged;
use crate::curves::{point, x25519_secrets};
use crate::primitives::first;
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("boxes::xchacha20poly1305::SharedKey", box_input, shared),
    case("sealedbox::xchacha20poly1305::open", sealed_input, sealed),
    case("secretbox::xchacha20poly1305::seal", input, |_, input| {
        let (key, message) = input.split_at(32);
        secretbox::seal(message, &NONCE, &made(key)).unwrap();
    }),
    case("secretbox::xchacha20poly1305::open", boxed_input, |_, input| {
        let (key, boxed) = input.split_at(32);
        secretbox::open(boxed, &NONCE, &made(key)).unwrap().zeroize();
        assert!(secretbox::open(&forged(boxed), &NONCE, &made(key)).is_err());
    }),
];

/// Returns the secrets of a box: key, subkey, keystream, Poly1305 key and message.
fn secrets(key: &[u8; 32], message: &[u8]) -> Secrets {
    let mut subkey = [0; 32];
    chacha20::hchacha20(key, &mut subkey, first(&NONCE).0);
    let mut stream = vec![0; 32 + message.len()];
    chacha20::xor_extended(key, &NONCE, 0, &mut stream, quicksalt::hazmat::Source::Zero).unwrap();
    let boxed = secretbox::seal(message, &NONCE, &made(key)).unwrap();
    Secrets::default()
        .key("key", key)
        .key("subkey", &subkey)
        .bytes("stream", &stream)
        .bytes("message", message)
        .poly1305(first(&stream).0, first(&boxed).0)
}

fn input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    ([&key[..], &message].concat(), secrets(&key, &message))
}

fn boxed_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    let boxed = secretbox::seal(&message, &NONCE, &made(&key)).unwrap();
    ([&key[..], &boxed].concat(), secrets(&key, &message))
}

/// Returns a secret key and a message.
fn box_input(len: usize) -> (Vec<u8>, Secrets) {
    let (private, message) = (drawn(1), drawn_message(len));
    let product = x25519::scalarmult(&private, &point()).unwrap();
    let mut key = [0; 32];
    chacha20::hchacha20(&product, &mut key, &[0; 16]);
    ([&private[..], &message].concat(), x25519_secrets(&private).and(secrets(&key, &message)))
}

fn shared(_: &str, input: &[u8]) {
    let (private, message) = input.split_at(32);
    let shared = boxes::SharedKey::new(&point().into(), &made(private));
    let shared = shared.as_ref().unwrap();
    let boxed = shared.seal(message, &NONCE).unwrap();
    shared.open(&boxed, &NONCE).unwrap().zeroize();
}

/// Returns a secret key, and a message sealed to the corresponding public key.
fn sealed_input(len: usize) -> (Vec<u8>, Secrets) {
    let (private, message) = (drawn(1), drawn_message(len));
    let public = x25519::base(&private).unwrap().into();
    let mut sealed = vec![0; len + sealedbox::OVERHEAD];
    sealedbox::seal_into(&mut sealed, &message, &public, &[9; 32].into()).unwrap();
    let secrets = x25519_secrets(&private).bytes("message", &message);
    ([&private[..], public.as_bytes(), &sealed].concat(), secrets)
}

fn sealed(_: &str, input: &[u8]) {
    let (private, rest) = input.split_at(32);
    let (public, sealed) = rest.split_at(32);
    let (public, secret) = (public.try_into().unwrap(), made::<boxes::SecretKey>(private));
    sealedbox::open(sealed, &public, &secret).unwrap().zeroize();
    assert!(sealedbox::open(&forged(sealed), &public, &secret).is_err());
}
