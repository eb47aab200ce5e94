//! minisign signatures: Ed25519 over the BLAKE2b digest of a file, with a signed comment. Legacy
//! signatures, over the file itself, can be verified but not created. Verifying them needs the
//! whole file in memory.
//!
//! ```
//! use quicksalt_files::minisign::{self, SecretKey, Signature};
//!
//! let key = SecretKey::generate()?;
//! let signature = minisign::sign(&mut &b"hello"[..], &key, "file:hello", "by me")?;
//! let read = Signature::parse(&signature.to_text()?)?;
//! minisign::verify(&mut &b"hello"[..], &key.public_key(), &read)?;
//! assert_eq!(read.trusted_comment(), "file:hello");
//! assert!(minisign::verify(&mut &b"other"[..], &key.public_key(), &read).is_err());
//! # Ok::<(), quicksalt_files::Error>(())
//! ```
// May import: `files/src/*`.

mod keys;
mod meanwhile;
mod text;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::fs::File;
use std::io::Read;

use quicksalt::nacl::{generichash, sign};
use quicksalt::{Error as Primitive, interrupt};

use crate::error::{Error, Result};
use crate::input::{Raw, Source};
use crate::piece::Piece;
use crate::pipeline;
use keys::{ID_LEN, id_text};
use text::{COMMENT_MAX, ED25519, PREHASHED, TRUSTED, TRUSTED_MAX, UNTRUSTED};

pub use keys::{LIMITS, PublicKey, SecretKey};
pub use meanwhile::open_and_sign;

const DIGEST_LEN: usize = 64;

/// The maximum length of a file with a legacy signature. Verification reads the whole file into
/// memory, as minisign does.
const WHOLE_MAX: usize = 1 << 30;

/// A signature and its comments.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Signature {
    kind: [u8; 2],
    id: [u8; ID_LEN],
    signature: sign::Signature,
    /// The signature over the first signature and the trusted comment.
    over_all: sign::Signature,
    untrusted: String,
    trusted: String,
}

impl Signature {
    /// Parses a signature file without verifying it; only [`verify`] does.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a file of another format, [`Error::Header`] for an invalid signature.
    pub fn parse(file: &[u8]) -> Result<Self> {
        const EXPECTED: &str = "not a minisign signature";
        let parse = || {
            let mut lines = text::lines(file);
            let untrusted = text::comment(lines.next(), UNTRUSTED)?;
            let first = text::bytes::<{ 2 + ID_LEN + sign::SIGNATURE_LEN }>(lines.next())?;
            let trusted = text::comment(lines.next(), TRUSTED)?;
            // Rejects a comment that `to_text` would write differently.
            text::checked(untrusted, usize::MAX).ok()?;
            text::checked(trusted, usize::MAX).ok()?;
            let over_all = text::bytes::<{ sign::SIGNATURE_LEN }>(lines.next())?;
            let (kind, rest) = first.split_first_chunk()?;
            let (id, signature) = rest.split_first_chunk()?;
            if lines.next().is_some() || ![ED25519, PREHASHED].contains(kind) {
                return None;
            }
            Some(Self {
                kind: *kind,
                id: *id,
                signature: signature.try_into().ok()?,
                over_all: (*over_all).into(),
                untrusted: untrusted.into(),
                trusted: trusted.into(),
            })
        };
        parse().ok_or_else(|| text::wrong(file, EXPECTED))
    }

    /// Formats the signature file.
    ///
    /// # Errors
    /// [`Error::Primitive`] if memory is exhausted.
    pub fn to_text(&self) -> Result<Vec<u8>> {
        let mut file = format!("{UNTRUSTED}{}\n", self.untrusted).into_bytes();
        let first = [&self.kind[..], &self.id, self.signature.as_bytes()].concat();
        text::push(&mut file, &first)?;
        file.extend_from_slice(format!("{TRUSTED}{}\n", self.trusted).as_bytes());
        text::push(&mut file, self.over_all.as_bytes())?;
        Ok(file)
    }

    /// Returns the comment that the signature covers.
    #[must_use]
    pub fn trusted_comment(&self) -> &str {
        &self.trusted
    }

    /// Returns the comment that the signature does not cover.
    #[must_use]
    pub fn untrusted_comment(&self) -> &str {
        &self.untrusted
    }

    /// Returns the id of the key that, according to the signature file, made the signature.
    #[must_use]
    pub fn key_id(&self) -> String {
        id_text(&self.id)
    }

    /// Reports whether the signature covers the file's digest instead of the file itself.
    #[must_use]
    pub fn is_prehashed(&self) -> bool {
        self.kind == PREHASHED
    }

    /// Returns the message that the second signature covers.
    fn all(&self) -> Vec<u8> {
        [self.signature.as_bytes(), self.trusted.as_bytes()].concat()
    }
}

/// Signs an entire source. Each comment is a single line. The trusted comment is signed too; the
/// untrusted comment is not.
///
/// # Errors
/// [`Error::Key`] for a comment that exceeds minisign's limit or one line, [`Error::Read`] and
/// [`Error::Primitive`].
pub fn sign(
    source: &mut (dyn Read + Send),
    key: &SecretKey,
    trusted: &str,
    untrusted: &str,
) -> Result<Signature> {
    sign_digest(key, trusted, untrusted, || told_digest(Raw(source), None))
}

/// Like [`sign`], for a regular file, with progress reports.
///
/// # Errors
/// The errors of [`sign`].
pub fn sign_file(
    source: &File,
    key: &SecretKey,
    trusted: &str,
    untrusted: &str,
) -> Result<Signature> {
    let total = source.metadata().map_err(Error::Read)?.len();
    sign_digest(key, trusted, untrusted, || told_digest(Raw(source), Some(total)))
}

fn sign_digest(
    key: &SecretKey,
    trusted: &str,
    untrusted: &str,
    digest: impl FnOnce() -> Result<[u8; DIGEST_LEN]>,
) -> Result<Signature> {
    let trusted = String::from(text::checked(trusted, TRUSTED_MAX)?);
    let untrusted = String::from(text::checked(untrusted, COMMENT_MAX)?);
    let signature = key.key.sign_detached(&digest()?)?;
    let over_all = signature;
    let mut made =
        Signature { kind: PREHASHED, id: key.id, signature, over_all, untrusted, trusted };
    made.over_all = key.key.sign_detached(&made.all())?;
    Ok(made)
}

/// Verifies the signature of an entire source and of its trusted comment.
///
/// # Errors
/// [`Error::OtherKey`] if the key id differs, [`Error::Signature`] if the signature is invalid,
/// [`Error::Cost`] for a signature in the legacy form and a source larger than a gibibyte,
/// [`Error::Read`] and [`Error::Primitive`].
pub fn verify(
    source: &mut (dyn Read + Send),
    key: &PublicKey,
    signature: &Signature,
) -> Result<()> {
    verify_all(Raw(source), None, key, signature)
}

/// Like [`verify`], for a regular file, with progress reports.
///
/// # Errors
/// The errors of [`verify`].
pub fn verify_file(source: &File, key: &PublicKey, signature: &Signature) -> Result<()> {
    let total = source.metadata().map_err(Error::Read)?.len();
    verify_all(Raw(source), Some(total), key, signature)
}

fn verify_all(
    source: impl Source,
    total: Option<u64>,
    key: &PublicKey,
    signature: &Signature,
) -> Result<()> {
    if signature.id != key.id {
        let (theirs, ours) = (signature.key_id(), key.id());
        return Err(Error::OtherKey(format!(
            "the signature was made with key {theirs}, not {ours}"
        )));
    }
    let signed = if signature.is_prehashed() {
        told_digest(source, total)?.to_vec()
    } else {
        whole(source)?
    };
    let verified = sign::verify(&signature.signature, &signed, &key.key)
        .and_then(|()| sign::verify(&signature.over_all, &signature.all(), &key.key));
    verified.map_err(|error| match error {
        Primitive::Verification => Error::Signature,
        error => error.into(),
    })
}

/// Reads an entire source into memory.
fn whole(mut source: impl Source) -> Result<Vec<u8>> {
    const PIECE: usize = 1 << 20;
    let mut all = Vec::new();
    loop {
        let len = all.len();
        if len > WHOLE_MAX {
            let text = "signatures without prehashing are supported for files up to 1 GiB only";
            return Err(Error::Cost(text.into()));
        }
        all.try_reserve(PIECE).map_err(Primitive::from)?;
        all.resize(len + PIECE, 0);
        let read = source.fill(&mut all[len..])?;
        all.truncate(len + read);
        if read < PIECE {
            return Ok(all);
        }
    }
}

/// Hashes a source and reports progress if the total length is known.
fn told_digest(source: impl Source, total: Option<u64>) -> Result<[u8; DIGEST_LEN]> {
    digest(source, |done| {
        pipeline::tell(done, total);
        Ok(interrupt::check()?)
    })
}

/// Returns the BLAKE2b digest of a source. The callback `told` receives the number of bytes read
/// and may cancel the work.
///
/// A single thread reads and hashes: reading takes only a tenth of the time, less than handing
/// buffers from thread to thread.
fn digest(
    mut source: impl Source,
    mut told: impl FnMut(u64) -> Result<()>,
) -> Result<[u8; DIGEST_LEN]> {
    // The buffer fits into a processor core's cache.
    const PIECE: usize = 128 << 10;
    let mut hasher = generichash::init(DIGEST_LEN, &generichash::Params::default())?;
    let mut piece = Piece::new(PIECE)?;
    let mut done = 0;
    loop {
        told(done)?;
        let read = source.fill(&mut piece)?;
        hasher.update(&piece[..read]);
        if read < PIECE {
            break;
        }
        done += read as u64;
    }
    let mut digest = [0; DIGEST_LEN];
    hasher.digest_into(&mut digest);
    Ok(digest)
}
