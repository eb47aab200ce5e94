//! The file key sealed under a key of somebody's.

use quicksalt::nacl::aead::chacha20poly1305_ietf::{self as aead, Key};
use quicksalt::nacl::{hkdf, random, scalarmult};
use quicksalt::{Error as Primitive, Wiped};

use super::header::{FILE_KEY_LEN, FileKey};
use crate::base64;
use crate::error::{Error, Result};

/// Length of a sealed file key.
pub(super) const SEALED_LEN: usize = FILE_KEY_LEN + aead::TAG_LEN;

/// The key is used once, so the nonce may be anything.
const NONCE: [u8; aead::NONCE_LEN] = [0; aead::NONCE_LEN];

/// Seals a file key.
pub(super) fn seal(key: &Key, file_key: &FileKey) -> Result<[u8; SEALED_LEN]> {
    let mut sealed = [0; SEALED_LEN];
    aead::seal_into(&mut sealed, &**file_key, b"", &NONCE, key)?;
    Ok(sealed)
}

/// Opens a sealed file key; None if it was sealed under another key. A file key of another length is
/// refused before it is opened, since the same ciphertext may be made to open under many keys.
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

/// A key out of a shared secret.
pub(super) fn derive(secret: &[u8; 32], shares: [&[u8; 32]; 2], label: &[u8]) -> Result<Key> {
    let mut key = Wiped::new([0; 32]);
    hkdf::sha256(&mut *key, secret, shares.map(<[u8; 32]>::as_slice).concat().as_slice(), label)?;
    Ok(Key::from(*key))
}

/// An X25519 key that is used once, and its public share.
pub(super) fn ephemeral() -> Result<(Wiped<[u8; 32]>, [u8; 32])> {
    let mut secret = Wiped::new([0; 32]);
    random::fill(&mut *secret)?;
    let share = scalarmult::base(&secret)?;
    Ok((secret, share))
}

/// The shared secret of X25519; `weak` is the error for a point of small order.
pub(super) fn shared(secret: &[u8; 32], point: &[u8; 32], weak: Error) -> Result<Wiped<[u8; 32]>> {
    match scalarmult::scalarmult(secret, point) {
        Ok(shared) => Ok(shared.into()),
        Err(Primitive::WeakPublicKey) => Err(weak),
        Err(error) => Err(error.into()),
    }
}

/// The share in a stanza.
pub(super) fn share(text: &str) -> Result<[u8; 32]> {
    let share = base64::from_unpadded(text.as_bytes()).and_then(|share| share.try_into().ok());
    share.ok_or(Error::Header("malformed ephemeral share in the age header"))
}

/// What a share of small order in a file is.
pub(super) const WEAK_SHARE: Error =
    Error::Header("an ephemeral share in the age header has small order");
