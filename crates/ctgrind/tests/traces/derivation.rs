//! Keys derived from secrets.

use quicksalt::nacl::{auth, hkdf, kdf, pbkdf2};
use zeroize::Zeroize as _;

use crate::child::made;
use crate::secrets::{Secrets, drawn, drawn_message};

/// Bytes of an output: more than two blocks and no whole number of them.
const OUT: usize = 150;

/// A salt and a purpose, which are public.
const SALT: &[u8] = &[2; 20];

/// A secret, what is extracted from it and what that is expanded to.
pub(crate) fn hkdf_sha256_input(len: usize) -> (Vec<u8>, Secrets) {
    let (ikm, mut okm) = (drawn_message(len), [0; OUT]);
    hkdf::sha256(&mut okm, &ikm, SALT, SALT).unwrap();
    let prk = hkdf::sha256_extract(SALT, &ikm).unwrap();
    let secrets = Secrets::default().bytes("secret", &ikm).bytes("extracted secret", &*prk);
    (ikm, secrets.bytes("output", &okm))
}

pub(crate) fn hkdf_sha256(_: &str, ikm: &[u8]) {
    let mut okm = [0; OUT];
    hkdf::sha256(&mut okm, ikm, SALT, SALT).unwrap();
    okm.zeroize();
    // One block comes by a way of its own.
    hkdf::sha256(&mut okm[..hkdf::SHA256_PRK_LEN], ikm, SALT, SALT).unwrap();
    okm.zeroize();
}

/// As for HKDF-SHA-256.
pub(crate) fn hkdf_sha512_input(len: usize) -> (Vec<u8>, Secrets) {
    let (ikm, mut okm) = (drawn_message(len), [0; OUT]);
    hkdf::sha512(&mut okm, &ikm, SALT, SALT).unwrap();
    let prk = hkdf::sha512_extract(SALT, &ikm).unwrap();
    let secrets = Secrets::default().bytes("secret", &ikm).bytes("extracted secret", &*prk);
    (ikm, secrets.bytes("output", &okm))
}

pub(crate) fn hkdf_sha512(_: &str, ikm: &[u8]) {
    let mut okm = [0; OUT];
    hkdf::sha512(&mut okm, ikm, SALT, SALT).unwrap();
    okm.zeroize();
    // One block comes by a way of its own.
    hkdf::sha512(&mut okm[..hkdf::SHA512_PRK_LEN], ikm, SALT, SALT).unwrap();
    okm.zeroize();
}

/// An extracted secret, and one block that it is expanded to.
pub(crate) fn hkdf_expand_input(_: usize) -> (Vec<u8>, Secrets) {
    let (prk, mut okm) = (drawn::<32>(1), [0; hkdf::SHA256_PRK_LEN]);
    hkdf::sha256_expand(&mut okm, &prk, SALT).unwrap();
    (prk.into(), Secrets::default().bytes("extracted secret", &prk).bytes("output", &okm))
}

pub(crate) fn hkdf_expand(_: &str, prk: &[u8]) {
    let mut okm = [0; hkdf::SHA256_PRK_LEN];
    hkdf::sha256_expand(&mut okm, prk, SALT).unwrap();
    okm.zeroize();
}

/// A key and a subkey of it.
pub(crate) fn kdf_input(_: usize) -> (Vec<u8>, Secrets) {
    let (key, mut subkey) = (drawn::<32>(1), [0; 32]);
    kdf::derive_from_key(&mut subkey, 1, b"contexts", &key.into()).unwrap();
    (key.into(), Secrets::default().bytes("key", &key).bytes("subkey", &subkey))
}

pub(crate) fn derive_from_key(_: &str, key: &[u8]) {
    let mut subkey = [0; 32];
    kdf::derive_from_key(&mut subkey, 1, b"contexts", &made(key)).unwrap();
    subkey.zeroize();
}

/// A passphrase, the value after its first iteration and what it is stretched to.
pub(crate) fn pbkdf2_sha256_input(len: usize) -> (Vec<u8>, Secrets) {
    let (passphrase, mut out) = (drawn_message(len), [0; OUT]);
    pbkdf2::sha256(&mut out, &passphrase, SALT, 3).unwrap();
    let first = auth::hmac_sha256(&[SALT, &[0, 0, 0, 1]].concat(), &passphrase).unwrap();
    let secrets = Secrets::default().bytes("passphrase", &passphrase).bytes("first value", &first);
    (passphrase, secrets.bytes("output", &out))
}

pub(crate) fn pbkdf2_sha256(_: &str, passphrase: &[u8]) {
    let mut out = [0; OUT];
    pbkdf2::sha256(&mut out, passphrase, SALT, 3).unwrap();
    out.zeroize();
}

/// As for HMAC-SHA-256.
pub(crate) fn pbkdf2_sha512_input(len: usize) -> (Vec<u8>, Secrets) {
    let (passphrase, mut out) = (drawn_message(len), [0; OUT]);
    pbkdf2::sha512(&mut out, &passphrase, SALT, 3).unwrap();
    let first = auth::hmac_sha512(&[SALT, &[0, 0, 0, 1]].concat(), &passphrase).unwrap();
    let secrets = Secrets::default().bytes("passphrase", &passphrase).bytes("first value", &first);
    (passphrase, secrets.bytes("output", &out))
}

pub(crate) fn pbkdf2_sha512(_: &str, passphrase: &[u8]) {
    let mut out = [0; OUT];
    pbkdf2::sha512(&mut out, passphrase, SALT, 3).unwrap();
    out.zeroize();
}
