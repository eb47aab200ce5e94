//! Tests key derivation from secrets.

use quicksalt::nacl::{auth, hkdf, kdf, pbkdf2};
use zeroize::Zeroize as _;

use crate::child::made;
use crate::secrets::{Secrets, drawn, drawn_message};

/// The output length in bytes: more than two blocks, but not a whole number of blocks.
const OUT: usize = 150;

/// The public salt and purpose.
const SALT: &[u8] = &[2; 20];

/// Returns a secret; the extracted secret and the expanded output are secrets too.
macro_rules! hkdfs {
    ($input:ident, $run:ident, $hash:ident, $extract:ident, $block:ident) => {
        pub(crate) fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (ikm, mut okm) = (drawn_message(len), [0; OUT]);
            hkdf::$hash(&mut okm, &ikm, SALT, SALT).unwrap();
            let prk = hkdf::$extract(SALT, &ikm).unwrap();
            let secrets = Secrets::default().bytes("secret", &ikm).bytes("extracted secret", &*prk);
            (ikm, secrets.bytes("output", &okm))
        }

        pub(crate) fn $run(_: &str, ikm: &[u8]) {
            let mut okm = [0; OUT];
            hkdf::$hash(&mut okm, ikm, SALT, SALT).unwrap();
            okm.zeroize();
            // Separate code computes an output of a single block.
            hkdf::$hash(&mut okm[..hkdf::$block], ikm, SALT, SALT).unwrap();
            okm.zeroize();
        }
    };
}

hkdfs!(hkdf_sha256_input, hkdf_sha256, sha256, sha256_extract, SHA256_PRK_LEN);
hkdfs!(hkdf_sha512_input, hkdf_sha512, sha512, sha512_extract, SHA512_PRK_LEN);

/// Returns an extracted secret; one block of its expansion is a secret too.
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

/// Returns a key, and the subkey derived from it.
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

/// Returns a passphrase and its secrets: the value after the first iteration, and the output.
macro_rules! pbkdf2s {
    ($input:ident, $run:ident, $hash:ident, $hmac:ident) => {
        pub(crate) fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (passphrase, mut out) = (drawn_message(len), [0; OUT]);
            pbkdf2::$hash(&mut out, &passphrase, SALT, 3).unwrap();
            let first = auth::$hmac(&[SALT, &[0, 0, 0, 1]].concat(), &passphrase).unwrap();
            let secrets = Secrets::default().bytes("passphrase", &passphrase);
            (passphrase, secrets.bytes("first value", &first).bytes("output", &out))
        }

        pub(crate) fn $run(_: &str, passphrase: &[u8]) {
            let mut out = [0; OUT];
            pbkdf2::$hash(&mut out, passphrase, SALT, 3).unwrap();
            out.zeroize();
        }
    };
}

pbkdf2s!(pbkdf2_sha256_input, pbkdf2_sha256, sha256, hmac_sha256);
pbkdf2s!(pbkdf2_sha512_input, pbkdf2_sha512, sha512, hmac_sha512);
