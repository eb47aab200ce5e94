//! Tests key encapsulation.

use quicksalt::hazmat::mlkem768::{
    self, CIPHERTEXT_LEN, PUBLIC_KEY_LEN, RANDOMNESS_LEN, SECRET_KEY_LEN, SEED_LEN,
};
use quicksalt::nacl::kem::xwing;
use zeroize::Zeroize as _;

use crate::child::made;
use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("mlkem768.keypair", keypair_input, |name, input| {
        let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
        by(&mlkem768::PRIMITIVE, name).keypair(&mut public, &mut secret, first(input).0);
        secret.zeroize();
    }),
    case("mlkem768.encapsulate", encapsulate_input, |name, input| {
        let (randomness, public) = first(input);
        let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
        let run = by(&mlkem768::PRIMITIVE, name);
        run.encapsulate(&mut ciphertext, &mut shared, first(public).0, randomness).unwrap();
        shared.zeroize();
    }),
    case("mlkem768.decapsulate", decapsulate_input, |name, input| {
        let (secret, ciphertext) = first(input);
        let mut shared = [0; 32];
        let run = by(&mlkem768::PRIMITIVE, name);
        run.decapsulate(&mut shared, secret, first(ciphertext).0).unwrap();
        shared.zeroize();
    }),
];

pub(crate) const CONSTRUCTIONS: &[Case] = &[
    case("kem::xwing::public_key", xwing_input, |_, input| {
        made::<xwing::SecretKey>(&input[..32]).public_key().unwrap();
    }),
    case("kem::xwing::encapsulate_with", xwing_randomness, |_, input| {
        let (randomness, public) = input.split_at(64);
        let public = public.try_into().unwrap();
        assert!(xwing::encapsulate_with(&public, &made(randomness)).is_ok());
    }),
    case("kem::xwing::decapsulate", xwing_input, |_, input| {
        let (key, ciphertext) = input.split_at(32);
        let ciphertext = ciphertext.try_into().unwrap();
        assert!(xwing::decapsulate(&ciphertext, &made(key)).is_ok());
    }),
];

/// Returns the secret vectors of a secret key. Its remaining bytes are public, except z.
const VECTORS_LEN: usize = 1152;

fn pair(seed: &[u8; SEED_LEN]) -> ([u8; PUBLIC_KEY_LEN], [u8; SECRET_KEY_LEN]) {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    mlkem768::keypair(&mut public, &mut secret, seed).unwrap();
    (public, secret)
}

fn sealed(public: &[u8; PUBLIC_KEY_LEN]) -> ([u8; CIPHERTEXT_LEN], [u8; 32]) {
    let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
    mlkem768::encapsulate(&mut ciphertext, &mut shared, public, &drawn(2)).unwrap();
    (ciphertext, shared)
}

fn keypair_input(_: usize) -> (Vec<u8>, Secrets) {
    let seed = drawn::<SEED_LEN>(1);
    let secrets =
        Secrets::default().bytes("seed", &seed).bytes("secret key", &pair(&seed).1[..VECTORS_LEN]);
    (seed.into(), secrets)
}

fn encapsulate_input(_: usize) -> (Vec<u8>, Secrets) {
    let (public, randomness) = (pair(&drawn(1)).0, drawn::<RANDOMNESS_LEN>(2));
    let secrets = Secrets::default()
        .bytes("randomness", &randomness)
        .bytes("shared secret", &sealed(&public).1);
    ([&randomness[..], &public].concat(), secrets)
}

fn decapsulate_input(_: usize) -> (Vec<u8>, Secrets) {
    let (public, secret) = pair(&drawn(1));
    let (ciphertext, shared) = sealed(&public);
    let secrets = Secrets::default()
        .bytes("secret key", &secret[..VECTORS_LEN])
        .bytes("z", &secret[SECRET_KEY_LEN - 32..])
        .bytes("randomness", &drawn::<RANDOMNESS_LEN>(2))
        .bytes("shared secret", &shared);
    ([&secret[..], &ciphertext].concat(), secrets)
}

/// Returns a secret key, and a ciphertext for the corresponding public key.
fn xwing_input(_: usize) -> (Vec<u8>, Secrets) {
    let key = drawn::<32>(1);
    let public = xwing::SecretKey::from(key).public_key().unwrap();
    let (ciphertext, shared) = xwing::encapsulate_with(&public, &drawn(2).into()).unwrap();
    let secrets =
        Secrets::default().bytes("secret key", &key).bytes("shared secret", shared.as_bytes());
    ([&key[..], ciphertext.as_bytes()].concat(), secrets)
}

/// Returns random bytes and a public key.
fn xwing_randomness(_: usize) -> (Vec<u8>, Secrets) {
    let public = xwing::SecretKey::from(drawn(1)).public_key().unwrap();
    let randomness = drawn::<64>(2);
    let (_, shared) = xwing::encapsulate_with(&public, &randomness.into()).unwrap();
    let secrets = Secrets::default()
        .bytes("randomness", &randomness)
        .bytes("shared secret", shared.as_bytes());
    ([&randomness[..], public.as_bytes()].concat(), secrets)
}
