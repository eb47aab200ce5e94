//! The stanza `scrypt`: the file key wrapped with a passphrase.

use alloc::format;
use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::nacl::aead::chacha20poly1305_ietf::Key;
use quicksalt::nacl::random;
use quicksalt::nacl::scrypt::{self, Params};

use super::header::{FileKey, Stanza};
use super::wrap;
use crate::base64;
use crate::error::{Error, Result};
use crate::stretch;

pub(super) const KIND: &str = "scrypt";
const LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
const SALT_LEN: usize = 16;
/// scrypt's block size r.
const R: u32 = 8;

/// The base-2 logarithm of the cost of new files, which need 256 MiB of memory and about a second.
pub const WORK_FACTOR: u8 = 18;
/// The default limit of the cost's base-2 logarithm for reading files, which permits 4 GiB of
/// memory.
pub const WORK_FACTOR_MAX: u8 = 22;
/// The highest work factor limit that a caller can set.
pub const WORK_FACTOR_LIMIT: u8 = 30;

pub(super) fn wrap(passphrase: &[u8], work_factor: u8, file_key: &FileKey) -> Result<Stanza> {
    if !(1..=WORK_FACTOR_LIMIT).contains(&work_factor) {
        let text =
            format!("the work factor must be from 1 to {WORK_FACTOR_LIMIT}, not {work_factor}");
        return Err(Error::Cost(text));
    }
    let mut salt = [0; SALT_LEN];
    random::fill(&mut salt)?;
    let key = derive(passphrase, &salt, work_factor)?;
    let args = [KIND, &base64::unpadded(&salt), &format!("{work_factor}")];
    Stanza::new(&args, &wrap::seal(&key, file_key)?)
}

/// A stanza's scrypt parameters and its wrapped file key.
pub(super) struct Lock<'a> {
    salt: Vec<u8>,
    work_factor: u8,
    sealed: &'a [u8],
}

impl Lock<'_> {
    /// Unwraps the file key; `None` if the passphrase is wrong.
    pub(super) fn open(&self, passphrase: &[u8]) -> Result<Option<FileKey>> {
        wrap::open(&derive(passphrase, &self.salt, self.work_factor)?, self.sealed)
    }
}

/// Reads a stanza if its type is `scrypt`. The work factor is compared with `most` before any
/// memory is allocated.
pub(super) fn read(most: u8, stanza: &Stanza) -> Result<Option<Lock<'_>>> {
    let (kind, args) = stanza.kind();
    if kind != KIND {
        return Ok(None);
    }
    let [salt, cost] = args else {
        return Err(Error::Header("an scrypt stanza must have two arguments"));
    };
    let salt = base64::from_unpadded(salt.as_bytes()).filter(|salt| salt.len() == SALT_LEN);
    let salt = salt.ok_or(Error::Header("the salt of an scrypt stanza must be 16 bytes long"))?;
    let work_factor = parse(cost)?;
    stretch::judge(params(work_factor)?, params(most)?).map_err(|excess| {
        Error::Cost(format!(
            "the scrypt work factor {work_factor} of this file is above the limit, \
             {most}: it takes {excess}"
        ))
    })?;
    Ok(Some(Lock { salt, work_factor, sealed: &stanza.body }))
}

/// Returns the scrypt parameters for a work factor. A file cannot specify a work factor above 63.
fn params(work_factor: u8) -> Result<Params> {
    Ok(Params::new(1 << work_factor.min(63), R, 1)?)
}

/// Parses a decimal number from 1 to 63 without leading zeros.
fn parse(text: &str) -> Result<u8> {
    let wrong = Error::Header("malformed work factor in an scrypt stanza");
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let number = text.parse().ok().filter(|number| is_plain && (1..64).contains(number));
    number.ok_or(wrong)
}

fn derive(passphrase: &[u8], salt: &[u8], work_factor: u8) -> Result<Key> {
    let salt = [LABEL, salt].concat();
    let mut key = Wiped::new([0; 32]);
    scrypt::ll(&mut *key, passphrase, &salt, params(work_factor)?, 0)?;
    Ok(Key::from(*key))
}
