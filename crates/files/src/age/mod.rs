//! Age files, version 1: encrypted to X25519 keys, to OpenSSH Ed25519 keys or with a passphrase,
//! binary or armoured (C2SP's `age.md` specifies the format, and age's package `agessh` the stanza
//! for OpenSSH keys).
//!
//! Post-quantum recipients, plugins and RSA keys are rejected with an error that names them.
// May import: `files/src/*`.

mod again;
mod armor;
mod bech32;
mod header;
mod identity;
mod payload;
mod reader;
mod recipient;
mod scrypt;
mod ssh;
mod wrap;
mod x25519;

use alloc::vec::Vec;
use core::borrow::Borrow;
use std::fs::File;
use std::io::{Read, Write};

use quicksalt::nacl::random;

use crate::error::{Error, Result};
use crate::foreign;
use crate::input::{Input, Raw, Source};
use crate::pipeline::{self, Plain, Sink};
use armor::{Armor, Unarmor};
use header::{FILE_KEY_LEN, Header};
use payload::{NONCE_LEN, Open, Seal};

pub use again::{decrypt_file_again, encrypt_file_again};
pub use header::FileKey;
pub use identity::{Ask, Identity};
pub use reader::Reader;
pub use recipient::Recipient;
pub use scrypt::{WORK_FACTOR, WORK_FACTOR_LIMIT, WORK_FACTOR_MAX};

/// The recipients for whom a file is encrypted, or its passphrase.
#[derive(Clone, Copy)]
pub enum To<'a> {
    /// Keys, each of which can decrypt the file.
    Recipients(&'a [Recipient]),
    /// A passphrase; the format forbids additional recipients.
    Passphrase {
        /// The bytes of the passphrase: UTF-8 for files that other programs read.
        passphrase: &'a [u8],
        /// The base-2 logarithm of scrypt's cost, see [`WORK_FACTOR`].
        work_factor: u8,
    },
}

/// Formats the value without the passphrase.
impl core::fmt::Debug for To<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Recipients(recipients) => f.debug_tuple("Recipients").field(recipients).finish(),
            Self::Passphrase { .. } => f.write_str("Passphrase(..)"),
        }
    }
}

/// The outer encoding of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// Binary.
    Binary,
    /// Armoured text in lines of 64 letters.
    Armored,
}

/// Encrypts an entire source.
///
/// # Errors
/// [`Error::Key`] without recipients, or if a recipient has small order; [`Error::Cost`] for a work
/// factor outside 1 to [`WORK_FACTOR_LIMIT`]; [`Error::Read`], [`Error::Write`] and
/// [`Error::Primitive`].
pub fn encrypt(
    source: &mut (dyn Read + Send),
    target: &mut (dyn Write + Send),
    to: &To<'_>,
    form: Form,
) -> Result<()> {
    seal_all(Raw(source), target, to, form, None)
}

/// Like [`encrypt`], from a regular file to a regular file; large files use several threads.
///
/// # Errors
/// The errors of [`encrypt`].
pub fn encrypt_file(source: &File, target: &File, to: &To<'_>, form: Form) -> Result<()> {
    let total = source.metadata().map_err(Error::Read)?.len();
    seal_all(Raw(source), target, to, form, Some(total))
}

fn seal_all(
    mut source: impl Source + Send,
    mut target: impl Write + Send,
    to: &To<'_>,
    form: Form,
    total: Option<u64>,
) -> Result<()> {
    let (head, seal) = begin(to)?;
    let mut run = |sink: &mut (dyn Sink + Send)| {
        sink.put(&head)?;
        pipeline::run(&seal, &mut source, sink, total)
    };
    match form {
        Form::Binary => run(&mut Plain(&mut target)),
        Form::Armored => {
            let mut armor = Armor::new(&mut target)?;
            run(&mut armor)?;
            armor.finish()
        }
    }
}

/// Returns the bytes that precede the chunks, and the key that seals the chunks.
fn begin(to: &To<'_>) -> Result<(Vec<u8>, Seal)> {
    let mut file_key = FileKey::new([0; FILE_KEY_LEN]);
    random::fill(&mut *file_key)?;
    let mut stanzas = Vec::new();
    match to {
        To::Recipients([]) => return Err(Error::Key("at least one recipient is required")),
        To::Recipients(recipients) => {
            for recipient in *recipients {
                stanzas.push(recipient.wrap(&file_key)?);
            }
        }
        To::Passphrase { passphrase, work_factor } => {
            stanzas.push(scrypt::wrap(passphrase, *work_factor, &file_key)?);
        }
    }
    let mut nonce = [0; NONCE_LEN];
    random::fill(&mut nonce)?;
    let mut head = header::write(&stanzas, &file_key)?;
    head.extend_from_slice(&nonce);
    Ok((head, Seal(payload::key(&file_key, &nonce)?)))
}

/// Decrypts an entire source, binary or armoured. Output written before an error may be truncated
/// and must be discarded.
///
/// # Errors
/// [`Error::Foreign`] for a file of another format, [`Error::Armor`] and [`Error::Header`] for a
/// malformed file, [`Error::Cost`] if a passphrase exceeds its work factor limit,
/// [`Error::NoMatch`] if none of the identities matches, [`Error::HeaderAltered`] and
/// [`Error::Payload`] for an altered or truncated file, and [`Error::Read`], [`Error::Write`] and
/// [`Error::Primitive`].
pub fn decrypt(
    source: &mut (dyn Read + Send),
    target: &mut (dyn Write + Send),
    identities: &[impl Borrow<Identity>],
) -> Result<()> {
    open_all(Raw(source), target, identities, None)
}

/// Like [`decrypt`], from a regular file to a regular file; large files use several threads.
///
/// # Errors
/// The errors of [`decrypt`].
pub fn decrypt_file(
    source: &File,
    target: &File,
    identities: &[impl Borrow<Identity>],
) -> Result<()> {
    let total = source.metadata().map_err(Error::Read)?.len();
    open_all(Raw(source), target, identities, Some(total))
}

fn open_all(
    source: impl Source + Send,
    target: impl Write + Send,
    identities: &[impl Borrow<Identity>],
    total: Option<u64>,
) -> Result<()> {
    let mut input = Input::new(source);
    let is_armored = armor::begins(input.peek(armor::LOOK)?);
    let mut target = Plain(target);
    if is_armored {
        let mut input = Input::new(Unarmor::new(input));
        let open = open(&mut input, identities)?;
        return pipeline::run(&open, &mut input, &mut target, total);
    }
    let open = open(&mut input, identities)?;
    pipeline::run(&open, &mut input, &mut target, total)
}

/// Reads the bytes that precede the chunks, and returns the key that opens the chunks.
fn open(input: &mut Input<impl Source>, identities: &[impl Borrow<Identity>]) -> Result<Open> {
    let header = read_header(input)?;
    let file_key = unlock(&header, identities)?;
    header.verify(&file_key)?;
    read_nonce(input, &file_key)
}

/// Reads a header without verifying its MAC.
fn read_header(input: &mut Input<impl Source>) -> Result<Header> {
    if !input.peek(header::VERSION.len())?.starts_with(MAGIC) {
        let name = foreign::name(input.peek(foreign::LONGEST)?);
        return Err(name.map_or(Error::Header("not an age file"), Error::Foreign));
    }
    Header::read(|most| input.line(most))
}

/// Reads the nonce between header and chunks and returns the key that opens the chunks.
fn read_nonce(input: &mut Input<impl Source>, file_key: &FileKey) -> Result<Open> {
    let mut nonce = [0; NONCE_LEN];
    if input.fill(&mut nonce)? < NONCE_LEN {
        return Err(Error::Header("the age file is truncated after its header"));
    }
    Ok(Open(payload::key(file_key, &nonce)?))
}

/// The bytes with which files of all versions begin.
const MAGIC: &[u8] = b"age-encryption.org/";

/// Unwraps the file key with the first identity that matches a stanza.
fn unlock(header: &Header, identities: &[impl Borrow<Identity>]) -> Result<FileKey> {
    let has = |kind| header.stanzas.iter().any(|stanza| stanza.kind().0 == kind);
    if has(scrypt::KIND) && header.stanzas.len() > 1 {
        return Err(Error::Header("a passphrase stanza must be the only stanza of an age file"));
    }
    for identity in identities.iter().map(Borrow::borrow) {
        for stanza in &header.stanzas {
            if let Some(file_key) = identity.unwrap(stanza)? {
                return Ok(file_key);
            }
        }
    }
    let with_passphrase = identities.iter().any(|one| one.borrow().is_passphrase());
    Err(Error::NoMatch(if has(scrypt::KIND) && with_passphrase {
        "the passphrase is wrong"
    } else if has(scrypt::KIND) {
        "the file is encrypted with a passphrase, not to one of the identities"
    } else if has("mlkem768x25519") && !has(x25519::KIND) && !has(ssh::KIND) {
        "the file is encrypted to a post-quantum recipient (mlkem768x25519), which is not supported"
    } else if has("ssh-rsa") && !has(x25519::KIND) && !has(ssh::KIND) {
        "the file is encrypted to an OpenSSH RSA key, which is not supported"
    } else if identities.iter().all(|one| one.borrow().is_passphrase()) {
        "the file is not encrypted with a passphrase: use an identity"
    } else {
        "none of the identities can decrypt the file"
    }))
}
