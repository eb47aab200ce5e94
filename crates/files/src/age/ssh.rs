//! The stanza `ssh-ed25519`: the file key wrapped for an OpenSSH Ed25519 key. The signing key is
//! converted to X25519; a factor derived from the whole public key separates the two uses.

use quicksalt::Wiped;
use quicksalt::nacl::sign::{PublicKey, SecretKey, Seed};
use quicksalt::nacl::{hash, hkdf};

use super::header::{FileKey, Stanza};
use super::wrap;
use crate::base64;
use crate::error::{Error, Result};

pub(super) const KIND: &str = "ssh-ed25519";
const LABEL: &[u8] = b"age-encryption.org/v1/ssh-ed25519";
/// The length of the digest prefix that identifies a recipient.
const TAG_LEN: usize = 4;

/// Returns the public key in SSH wire format: the key type and the key as length-prefixed strings.
fn blob(key: &PublicKey) -> [u8; 51] {
    let mut blob = [0; 51];
    blob[3] = KIND.len() as u8;
    blob[4..15].copy_from_slice(KIND.as_bytes());
    blob[18] = 32;
    blob[19..].copy_from_slice(key.as_bytes());
    blob
}

fn tag(key: &PublicKey) -> Result<alloc::string::String> {
    Ok(base64::unpadded(&hash::sha256(&blob(key))?[..TAG_LEN]))
}

/// Returns the factor that binds a shared secret to the complete public key.
fn factor(key: &PublicKey) -> Result<[u8; 32]> {
    let mut factor = [0; 32];
    hkdf::sha256(&mut factor, b"", &blob(key), LABEL)?;
    Ok(factor)
}

const WEAK: Error = Error::Key("the recipient's public key has small order");

/// Converts the recipient's key to X25519.
fn point(key: &PublicKey) -> Result<[u8; 32]> {
    match key.to_curve25519() {
        Ok(point) => Ok(*point.as_bytes()),
        Err(quicksalt::Error::WeakPublicKey) => Err(WEAK),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn wrap(recipient: &PublicKey, file_key: &FileKey) -> Result<Stanza> {
    let point = point(recipient)?;
    let (secret, share) = wrap::ephemeral()?;
    let shared = wrap::shared(&secret, &point, WEAK)?;
    let shared = wrap::shared(&factor(recipient)?, &shared, WEAK)?;
    let key = wrap::derive(&shared, [&share, &point], LABEL)?;
    let args = [KIND, &tag(recipient)?, &base64::unpadded(&share)];
    Stanza::new(&args, &wrap::seal(&key, file_key)?)
}

/// Unwraps the file key if the stanza is for the key of this seed.
pub(super) fn unwrap(seed: &Seed, stanza: &Stanza) -> Result<Option<FileKey>> {
    let (kind, args) = stanza.kind();
    if kind != KIND {
        return Ok(None);
    }
    let [name, share] = args else {
        return Err(Error::Header("an ssh-ed25519 stanza must have two arguments"));
    };
    let share = wrap::share(share)?;
    let pair = SecretKey::from_seed(seed)?;
    let own = pair.public_key();
    if *name != tag(&own)? {
        return Ok(None);
    }
    let secret = Wiped::new(*pair.to_curve25519()?.as_bytes());
    let shared = wrap::shared(&secret, &share, wrap::WEAK_SHARE)?;
    let shared = wrap::shared(&factor(&own)?, &shared, wrap::WEAK_SHARE)?;
    let key = wrap::derive(&shared, [&share, &point(&own)?], LABEL)?;
    wrap::open(&key, &stanza.body)
}
