//! Tests writing and reading of key files.

use quicksalt::keyfile::{SecretKey, openssh};
use quicksalt::nacl::{boxes, sign};

use crate::child::made;
use crate::secrets::{Secrets, drawn};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("keyfile::to_pem of Ed25519", key_input, to_pem::<Ed25519>),
    case("keyfile::to_pem of X25519", key_input, to_pem::<X25519>),
    case("keyfile::from_pem of Ed25519", pem_input::<Ed25519>, from_pem),
    case("keyfile::from_pem of X25519", pem_input::<X25519>, from_pem),
    case("keyfile::openssh::secret_file", key_input, |_, input| {
        let seed = made::<sign::Seed>(input);
        drop(openssh::secret_file(&seed, "me").unwrap());
    }),
    case("keyfile::openssh::read_secret_file", file_input, |_, input| {
        assert!(openssh::read_secret_file(input).is_ok());
    }),
];

/// Returns an Ed25519 key.
struct Ed25519(SecretKey);

impl TryFrom<&[u8]> for Ed25519 {
    type Error = quicksalt::Error;

    fn try_from(bytes: &[u8]) -> quicksalt::Result<Self> {
        sign::Seed::try_from(bytes).map(|seed| Self(SecretKey::Ed25519(seed)))
    }
}

impl AsRef<SecretKey> for Ed25519 {
    fn as_ref(&self) -> &SecretKey {
        &self.0
    }
}

/// Returns an X25519 key.
struct X25519(SecretKey);

impl TryFrom<&[u8]> for X25519 {
    type Error = quicksalt::Error;

    fn try_from(bytes: &[u8]) -> quicksalt::Result<Self> {
        boxes::SecretKey::try_from(bytes).map(|key| Self(SecretKey::X25519(key)))
    }
}

impl AsRef<SecretKey> for X25519 {
    fn as_ref(&self) -> &SecretKey {
        &self.0
    }
}

/// Returns a text's base64 characters from a given position on.
fn characters(text: &[u8], from: usize) -> Vec<u8> {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"-"));
    lines.flatten().copied().skip(from).collect()
}

/// Positions in a file's base64 text. A group of four letters at such a position encodes only key
/// bytes: the key begins at byte 16 of a PKCS #8 file and at byte 161 of an OpenSSH file.
const PEM_AT: usize = 24;
const OPENSSH_AT: usize = 216;
/// The number of letters that encode only key bytes.
const GROUPS: usize = 40;

fn secrets() -> Secrets {
    let key = drawn::<32>(1);
    let pem = SecretKey::Ed25519(key.into()).to_pem().unwrap();
    let file = openssh::secret_file(&key.into(), "").unwrap();
    Secrets::default()
        .bytes("key", &key)
        .bytes("letters of PEM", &characters(&pem, PEM_AT)[..GROUPS])
        .bytes("letters of OpenSSH", &characters(&file, OPENSSH_AT)[..GROUPS])
}

fn key_input(_: usize) -> (Vec<u8>, Secrets) {
    (drawn::<32>(1).into(), secrets())
}

fn pem_input<K: for<'a> TryFrom<&'a [u8]> + AsRef<SecretKey>>(_: usize) -> (Vec<u8>, Secrets) {
    let key = K::try_from(&drawn::<32>(1)[..]).ok().unwrap();
    (key.as_ref().to_pem().unwrap().to_vec(), secrets())
}

fn file_input(_: usize) -> (Vec<u8>, Secrets) {
    (openssh::secret_file(&drawn::<32>(1).into(), "me").unwrap().to_vec(), secrets())
}

fn to_pem<K: for<'a> TryFrom<&'a [u8]> + AsRef<SecretKey>>(_: &str, input: &[u8]) {
    let key = made::<K>(input);
    drop((*key).as_ref().to_pem().unwrap());
}

fn from_pem(_: &str, input: &[u8]) {
    // The key is dropped in place, because moving it would leave a copy here.
    assert!(SecretKey::from_pem(input).is_ok());
}
