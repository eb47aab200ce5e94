//! Wraps the file key under a derived key.

use quicksalt::nacl::aead::chacha20poly1305_ietf::{self as aead, Key};
use quicksalt::nacl::{hkdf, random, scalarmult};
use quicksalt::{Error as Primitive, Wiped};

use super::header::{FILE_KEY_LEN, FileKey};
use crate::base64;
use crate::error::{Error, Result};

/// The length of a wrapped file key.
pub(super) const SEALED_LEN: usize = FILE_KEY_LEN + aead::TAG_LEN;

/// The nonce. A fixed nonce is safe, because each key encrypts only once.
const NONCE: [u8; aead::NONCE_LEN] = [0; aead::NONCE_LEN];

/// Wraps a file key.
pub(super) fn seal(key: &Key, file_key: &FileKey) -> Result<[u8; SEALED_LEN]> {
    let mut sealed = [0; SEALED_LEN];
    aead::seal_into(&mut sealed, &**file_key, b"", &NONCE, key)?;
    Ok(sealed)
}

/// Unwraps a file key; `None` if it was wrapped under another key. A wrong length is rejected
/// before decryption, because a longer ciphertext could be crafted to decrypt under many keys.
pub(super) fn open(key: &Key, sealed: &[u8]) -> Result<Option<FileKey>> {
    if sealed.len() != SEALED_LEN {
        return Err(Error::Header("the file key in a stanza must be 16 bytes long"));
    }
    let mut file_key = FileKey::new([0; FILE_KEY_LEN]);
    match aead::open_into(&mut *file_key, sealed, b"", &NONCE, key) {
        Ok(()) => Ok(Some(file_key)),
        Err(Primitive::Verification) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Derives a wrapping key from a shared secret.
pub(super) fn derive(secret: &[u8; 32], shares: [&[u8; 32]; 2], label: &[u8]) -> Result<Key> {
    let mut key = Wiped::new([0; 32]);
    hkdf::sha256(&mut *key, secret, shares.map(<[u8; 32]>::as_slice).concat().as_slice(), label)?;
    Ok(Key::from(*key))
}

/// Generates an ephemeral X25519 key and its public share.
pub(super) fn ephemeral() -> Result<(Wiped<[u8; 32]>, [u8; 32])> {
    let mut secret = Wiped::new([0; 32]);
    random::fill(&mut *secret)?;
    let share = scalarmult::base(&secret)?;
    Ok((secret, share))
}

/// Computes the X25519 shared secret; `weak` is the error for a point of small order.
pub(super) fn shared(secret: &[u8; 32], point: &[u8; 32], weak: Error) -> Result<Wiped<[u8; 32]>> {
    match scalarmult::scalarmult(secret, point) {
        Ok(shared) => Ok(shared.into()),
        Err(Primitive::WeakPublicKey) => Err(weak),
        Err(error) => Err(error.into()),
    }
}

/// Parses the public share of a stanza.
pub(super) fn share(text: &str) -> Result<[u8; 32]> {
    let share = base64::from_unpadded(text.as_bytes()).and_then(|share| share.try_into().ok());
    share.ok_or(Error::Header("malformed ephemeral share in the age header"))
}

/// The error for a public share of small order in a file.
pub(super) const WEAK_SHARE: Error =
    Error::Header("an ephemeral share in the age header has small order");
