//! The stanza `X25519`: the file key wrapped for an X25519 key.

use quicksalt::nacl::boxes::{PublicKey, SecretKey};

use super::header::{FileKey, Stanza};
use super::wrap;
use crate::base64;
use crate::error::{Error, Result};

pub(super) const KIND: &str = "X25519";
const LABEL: &[u8] = b"age-encryption.org/v1/X25519";

pub(super) fn wrap(recipient: &PublicKey, file_key: &FileKey) -> Result<Stanza> {
    let (secret, share) = wrap::ephemeral()?;
    let weak = Error::Key("the recipient is a point of small order");
    let shared = wrap::shared(&secret, recipient.as_bytes(), weak)?;
    let key = wrap::derive(&shared, [&share, recipient.as_bytes()], LABEL)?;
    Stanza::new(&[KIND, &base64::unpadded(&share)], &wrap::seal(&key, file_key)?)
}

/// Unwraps the file key if the stanza is for this identity.
pub(super) fn unwrap(identity: &SecretKey, stanza: &Stanza) -> Result<Option<FileKey>> {
    let (kind, args) = stanza.kind();
    if kind != KIND {
        return Ok(None);
    }
    let [share] = args else {
        return Err(Error::Header("an X25519 stanza must have one argument"));
    };
    let share = wrap::share(share)?;
    let shared = wrap::shared(identity.as_bytes(), &share, wrap::WEAK_SHARE)?;
    let own = identity.public_key()?;
    wrap::open(&wrap::derive(&shared, [&share, own.as_bytes()], LABEL)?, &stanza.body)
}
