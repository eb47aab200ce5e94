//! Tests X25519 and Ed25519.

use quicksalt::hazmat::{ed25519, ed25519ph, sha512, x25519};
use zeroize::Zeroize as _;

use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case, scalar};

pub(crate) const CASES: &[Case] = &[
    case("x25519.scalarmult", x25519_input, |name, input| {
        let (scalar, point) = first(input);
        let mut product = by(&x25519::PRIMITIVE, name).scalarmult(scalar, first(point).0);
        product.as_mut().unwrap().zeroize();
    }),
    case("x25519.base", x25519_input, |name, input| {
        let _ = by(&x25519::PRIMITIVE, name).base(first(input).0);
    }),
    case("ed25519.keypair", ed25519_input, |name, input| {
        let _ = by(&ed25519::PRIMITIVE, name).public_key(first(input).0);
    }),
    case("ed25519.sign", ed25519_input, |name, input| {
        let (seed, message) = first(input);
        by(&ed25519::PRIMITIVE, name).signing_key(seed).sign(message).unwrap();
    }),
    case("ed25519ph.sign", ed25519ph_input, |name, input| {
        let (seed, digest) = first(input);
        let message = ed25519ph::Prehashed::new(first(digest).0, CONTEXT).unwrap();
        let _ = by(&ed25519ph::PRIMITIVE, name).sign(seed, &message);
    }),
];

/// Returns the other party's public key.
pub(crate) fn point() -> [u8; 32] {
    x25519::base(&[9; 32]).unwrap()
}

/// Returns a scalar and its secrets: its clamped form, and its shared secret with [`point`].
pub(crate) fn x25519_secrets(private: &[u8; 32]) -> Secrets {
    let shared = x25519::scalarmult(private, &point()).unwrap();
    let mut clamped = *private;
    (clamped[0], clamped[31]) = (clamped[0] & 248, clamped[31] & 63 | 64);
    Secrets::default()
        .scalar("scalar", private)
        .scalar("clamped scalar", &clamped)
        .scalar("reduced scalar", &scalar::reduced(&clamped))
        .bytes("shared secret", &shared)
        .limbs("shared secret", &shared, 51)
}

pub(crate) fn x25519_input(_: usize) -> (Vec<u8>, Secrets) {
    let private = drawn(1);
    ([private, point()].concat(), x25519_secrets(&private))
}

/// Returns a seed and its secrets: its expansion, and the nonce that signs a message.
pub(crate) fn ed25519_secrets(seed: &[u8; 32], message: &[u8]) -> Secrets {
    let expanded = sha512::hash(&[seed]).unwrap();
    let mut clamped = *first::<32>(&expanded).0;
    (clamped[0], clamped[31]) = (clamped[0] & 248, clamped[31] & 63 | 64);
    let nonce = sha512::hash(&[&expanded[32..], message]).unwrap();
    Secrets::default()
        .bytes("seed", seed)
        .bytes("expanded seed", &expanded)
        .scalar("clamped scalar", &clamped)
        .scalar("reduced scalar", &scalar::reduced(&clamped))
        .bytes("digest of the nonce", &nonce)
        .scalar("nonce", &scalar::reduced(&nonce))
}

pub(crate) fn ed25519_input(len: usize) -> (Vec<u8>, Secrets) {
    let (seed, message) = (drawn(1), drawn_message(len));
    let secrets = ed25519_secrets(&seed, &message);
    ([&seed[..], &message].concat(), secrets)
}

/// The context of all signatures.
const CONTEXT: &[u8] = b"context";

/// Returns a seed and the digest of a message.
fn ed25519ph_input(_: usize) -> (Vec<u8>, Secrets) {
    let (seed, digest) = (drawn(1), drawn::<64>(2));
    let expanded = sha512::hash(&[&seed]).unwrap();
    let flag_and_len = [1, CONTEXT.len() as u8];
    let domain: [&[u8]; 3] = [b"SigEd25519 no Ed25519 collisions", &flag_and_len, CONTEXT];
    let nonce = sha512::hash(&[&domain.concat(), &expanded[32..], &digest]).unwrap();
    let secrets = ed25519_secrets(&seed, &digest)
        .bytes("digest of the message", &digest)
        .bytes("digest of the nonce", &nonce)
        .scalar("nonce", &scalar::reduced(&nonce));
    ([&seed[..], &digest].concat(), secrets)
}
