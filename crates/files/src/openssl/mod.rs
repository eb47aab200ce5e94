//! Files of `openssl enc` and of kaesar: AES in CBC or CTR mode under a key derived from a
//! passphrase.
//!
//! The format is not authenticated: an attacker who can change a file can change its plaintext, and
//! only invalid padding reveals a wrong passphrase. With CBC, this happens in 255 of 256 cases;
//! with CTR, it never happens. Use it only to exchange files with other programs; use
//! [`crate::age`] for everything else.
//!
//! A file records neither the derivation nor the cipher. Decryption tries all derivations. It
//! chooses a derivation by the padding at the end, if available, and by whether the beginning looks
//! like text or a known format.
//!
//! ```
//! use quicksalt_files::openssl::{self, Options};
//!
//! let mut sealed = Vec::new();
//! openssl::encrypt(&mut &b"hello"[..], &mut sealed, b"passphrase", &Options::default())?;
//! let mut opened = Vec::new();
//! let found = openssl::decrypt(&mut &sealed[..], &mut opened, b"passphrase", &Options::default())?;
//! assert_eq!((&opened[..], found.kdf.to_string()), (&b"hello"[..], "pbkdf2".into()));
//! # Ok::<(), quicksalt_files::Error>(())
//! ```
// May import: `files/src/*`.

mod cipher;
mod derive;
mod judge;
mod layers;

use alloc::vec::Vec;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use quicksalt::nacl::random;
use quicksalt::{Wiped, interrupt, memory};

use crate::error::{Error, Result};
use crate::foreign;
use crate::input::{Input, Raw, Source};
use crate::piece::Piece;
use crate::pipeline::{Plain, Sink};
use cipher::{BLOCK, Stream, padding};
use judge::Ends;
use layers::{MAGIC, Unbase64, Wrapped};

pub use cipher::{Cipher, Mode};
pub use derive::{ITERATIONS, Kdf};
pub use layers::Layer;

const SALT_LEN: usize = 8;
/// The number of bytes to process at a time.
const PIECE: usize = 64 << 10;

const WRONG: Error = Error::NoMatch(
    "the passphrase, cipher or derivation is wrong, or the file is altered or truncated: \
     this format does not say which",
);

/// The parameters that a file does not record.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The cipher, unless a kaesar header names it.
    pub cipher: Cipher,
    /// The derivation. With `None`, decryption tries all derivations and encryption uses PBKDF2.
    pub kdf: Option<Kdf>,
    /// The PBKDF2 iterations, unless `kdf` specifies them.
    pub iterations: u32,
    /// The outer encoding of the files to write.
    pub layer: Layer,
}

impl Default for Options {
    fn default() -> Self {
        let cipher = Cipher::default();
        Self { cipher, kdf: None, iterations: ITERATIONS, layer: Layer::Binary }
    }
}

/// The parameters with which a file was encrypted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Found {
    /// The cipher.
    pub cipher: Cipher,
    /// The derivation.
    pub kdf: Kdf,
    /// The outer encoding.
    pub layer: Layer,
}

/// Encrypts an entire source.
///
/// # Errors
/// [`Error::Read`], [`Error::Write`] and [`Error::Primitive`], for example for zero iterations.
pub fn encrypt(
    source: &mut (dyn Read + Send),
    target: &mut (dyn Write + Send),
    passphrase: &[u8],
    options: &Options,
) -> Result<()> {
    let mut salt = [0; SALT_LEN];
    random::fill(&mut salt)?;
    let kdf = options.kdf.unwrap_or(Kdf::Pbkdf2(options.iterations));
    let material = kdf.derive(passphrase, &salt, options.cipher)?;
    let mut stream = Stream::new(options.cipher, &*material);
    let mut target = Wrapped::new(target, options.layer, options.cipher)?;
    target.put(MAGIC)?;
    target.put(&salt)?;
    let mut source = Raw(source);
    let mut piece = Piece::new(PIECE)?;
    let mut out = memory::with_capacity(PIECE + BLOCK)?;
    loop {
        let len = source.fill(&mut piece)?;
        stream.encrypt(&piece[..len], len < PIECE, &mut out)?;
        target.put(&out)?;
        if len < PIECE {
            return target.finish();
        }
        interrupt::check()?;
    }
}

/// Decrypts an entire source and returns its parameters. The derivation is detected from the
/// beginning of the source and, if the source has at most a megabyte, also from its end.
///
/// # Errors [`Error::Foreign`] and [`Error::Header`] for a file of another format,
/// [`Error::NoMatch`] if the file does not decrypt, [`Error::Unsure`] if several derivations are
/// plausible, [`Error::Read`], [`Error::Write`] and [`Error::Primitive`].
pub fn decrypt(
    source: &mut (dyn Read + Send),
    target: &mut (dyn Write + Send),
    passphrase: &[u8],
    options: &Options,
) -> Result<Found> {
    open_all(Raw(source), target, passphrase, options, None)
}

/// Like [`decrypt`], for a regular file; reads the end of the file first.
///
/// # Errors
/// The errors of [`decrypt`].
pub fn decrypt_file(
    source: &File,
    target: &mut (dyn Write + Send),
    passphrase: &[u8],
    options: &Options,
) -> Result<Found> {
    let mut file = source;
    let start = file.stream_position().map_err(Error::Read)?;
    let len = file.metadata().map_err(Error::Read)?.len();
    let mut last = [0; 2 * BLOCK];
    let place = len.saturating_sub(last.len() as u64).max(start);
    file.seek(SeekFrom::Start(place)).map_err(Error::Read)?;
    let read = Raw(file).fill(&mut last)?;
    file.seek(SeekFrom::Start(start)).map_err(Error::Read)?;
    let end = (read == last.len()).then_some(last);
    open_all(Raw(source), target, passphrase, options, end)
}

/// Decrypts a source. `end` contains the source's last bytes, which are ciphertext unless the file
/// is base64 text.
fn open_all(
    source: impl Source,
    target: &mut (dyn Write + Send),
    passphrase: &[u8],
    options: &Options,
    end: Option<[u8; 2 * BLOCK]>,
) -> Result<Found> {
    let mut input = Input::new(source);
    let Some((layer, named)) = layers::begin(&mut input)? else {
        let name = foreign::name(input.peek(foreign::LONGEST)?);
        return Err(name.map_or(Error::Header("not an openssl enc file"), Error::Foreign));
    };
    let cipher = named.unwrap_or(options.cipher);
    let found = Found { cipher, kdf: Kdf::Md5, layer };
    match layer {
        Layer::Binary | Layer::KaesarMode => {
            open(&mut input, target, passphrase, options, found, end)
        }
        Layer::Base64 | Layer::KaesarText => {
            let mut input = Input::new(Unbase64::new(input));
            open(&mut input, target, passphrase, options, found, None)
        }
    }
}

fn open(
    input: &mut Input<impl Source>,
    target: &mut (dyn Write + Send),
    passphrase: &[u8],
    options: &Options,
    found: Found,
    end: Option<[u8; 2 * BLOCK]>,
) -> Result<Found> {
    const CUT_OFF: Error = Error::Header("the openssl enc file is truncated in its salt");
    let mut head = [0; MAGIC.len() + SALT_LEN];
    if input.fill(&mut head)? < head.len() {
        return Err(CUT_OFF);
    }
    let (magic, salt) = head.split_at(MAGIC.len());
    if magic != MAGIC {
        return Err(Error::Header("expected openssl enc data after the kaesar header"));
    }
    let salt = salt.try_into().map_err(|_| CUT_OFF)?;
    let kdf = match options.kdf {
        Some(kdf) => kdf,
        None => {
            let ends = Ends::new(input, found.cipher, end)?;
            judge::kdf(passphrase, salt, found.cipher, options.iterations, &ends)?
        }
    };
    let material = kdf.derive(passphrase, salt, found.cipher)?;
    let stream = Stream::new(found.cipher, &*material);
    decrypt_pieces(input, target, stream, found.cipher)?;
    Ok(Found { kdf, ..found })
}

/// Decrypts piece by piece. Withholds the last block until its padding has been checked.
fn decrypt_pieces(
    input: &mut impl Source,
    target: &mut (dyn Write + Send),
    mut stream: Stream,
    cipher: Cipher,
) -> Result<()> {
    let mut target = Plain(target);
    let mut piece = Piece::new(PIECE)?;
    let mut out = Wiped::new(memory::with_capacity(PIECE)?);
    let mut held = Wiped::new(Vec::new());
    loop {
        let len = input.fill(&mut piece)?;
        if cipher.mode() == Mode::Cbc && len % BLOCK != 0 {
            return Err(WRONG);
        }
        stream.decrypt(&piece[..len], &mut out)?;
        if cipher.mode() == Mode::Ctr {
            target.put(&out)?;
        } else if len > 0 {
            target.put(&held)?;
            target.put(&out[..len - BLOCK])?;
            held.clear();
            held.extend_from_slice(&out[len - BLOCK..]);
        }
        if len < PIECE {
            break;
        }
        interrupt::check()?;
    }
    if cipher.mode() == Mode::Cbc {
        let padding = padding(&held).ok_or(WRONG)?;
        target.put(&held[..BLOCK - padding])?;
    }
    Ok(())
}
