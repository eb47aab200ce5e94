//! Detects a file's key derivation: the derivation whose plaintext looks right.

use alloc::vec::Vec;

use quicksalt::Wiped;

use super::WRONG;
use super::cipher::{BLOCK, Cipher, Mode, Stream, padding};
use super::derive::Kdf;
use crate::error::{Error, Result};
use crate::foreign;
use crate::input::{Input, Source};

/// The number of bytes to read ahead to find the end of a source of unknown length.
const AHEAD: usize = 1 << 20;
/// The number of bytes to inspect at the beginning.
const START: usize = 1024;
/// The number of padding bytes that identify the right key: a wrong key produces them once in 2^32
/// cases.
const SURE: usize = 4;

/// The beginning of the ciphertext and, if known, its last two blocks.
pub(super) struct Ends {
    start: Vec<u8>,
    /// Whether `start` is the whole ciphertext.
    is_all: bool,
    end: Option<(Option<[u8; BLOCK]>, [u8; BLOCK])>,
}

impl Ends {
    /// `end` holds the last bytes of the ciphertext, if known.
    pub(super) fn new(
        input: &mut Input<impl Source>,
        cipher: Cipher,
        end: Option<[u8; 2 * BLOCK]>,
    ) -> Result<Self> {
        let look = if end.is_some() || cipher.mode() == Mode::Ctr { START } else { AHEAD };
        let ahead = input.peek(look + 1)?;
        let is_whole = ahead.len() <= look;
        let start = ahead[..ahead.len().min(START)].to_vec();
        let (blocks, rest) = ahead.as_chunks::<BLOCK>();
        if cipher.mode() == Mode::Ctr {
            return Ok(Self { start, is_all: is_whole, end: None });
        }
        if is_whole {
            // `ahead` is the whole ciphertext.
            let (Some((last, before)), true) = (blocks.split_last(), rest.is_empty()) else {
                return Err(WRONG);
            };
            let is_all = start.len() == ahead.len();
            return Ok(Self { start, is_all, end: Some((before.last().copied(), *last)) });
        }
        let end = end.map(|end| {
            let (blocks, _) = end.as_chunks();
            (Some(blocks[0]), blocks[1])
        });
        Ok(Self { start, is_all: false, end })
    }
}

/// Returns the derivation that the evidence supports.
pub(super) fn kdf(
    passphrase: &[u8],
    salt: &[u8; 8],
    cipher: Cipher,
    iterations: u32,
    ends: &Ends,
) -> Result<Kdf> {
    let mut fitting = Vec::new();
    for kdf in Kdf::all(iterations) {
        let material = kdf.derive(passphrase, salt, cipher)?;
        let mut padded = 0;
        if let Some((before, last)) = &ends.end {
            let block = Stream::new(cipher, &*material).decrypt_behind(before.as_ref(), last)?;
            let Some(len) = padding(&*block) else { continue };
            padded = len;
        }
        let mut start = Wiped::new(Vec::new());
        let whole = match cipher.mode() {
            Mode::Cbc => ends.start.len() / BLOCK * BLOCK,
            Mode::Ctr => ends.start.len(),
        };
        Stream::new(cipher, &*material).decrypt(&ends.start[..whole], &mut start)?;
        let text = if ends.is_all { start.len() - padded } else { start.len() };
        let evidence = if padded >= SURE {
            Evidence::Padding
        } else if looks_known(&start[..text]) {
            Evidence::Content
        } else {
            Evidence::None
        };
        fitting.push((evidence, kdf));
    }
    fitting.sort_by_key(|(evidence, _)| core::cmp::Reverse(*evidence));
    match fitting[..] {
        [] => Err(WRONG),
        [(_, kdf)] if ends.end.is_some() => Ok(kdf),
        [(Evidence::Padding | Evidence::Content, kdf)] => Ok(kdf),
        [(first, kdf), (second, _), ..] if first > second => Ok(kdf),
        _ => Err(Error::Unsure("the key derivation is ambiguous: specify pbkdf2, sha256 or md5")),
    }
}

/// Evidence that the key is right, from weak to strong. Decrypted with a wrong key, a short file
/// begins like a known format once in 2^15 cases, and ends in four bytes of padding once in 2^32
/// cases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    None,
    Content,
    Padding,
}

/// Reports whether `start` looks like text or a known format.
fn looks_known(start: &[u8]) -> bool {
    let text = match core::str::from_utf8(start) {
        Ok(text) => text,
        // The last character may be incomplete.
        Err(error) if error.error_len().is_none() => {
            core::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return foreign::name(start).is_some(),
    };
    !text.is_empty() && !text.contains(|c: char| c.is_control() && !"\t\n\r\u{c}".contains(c))
        || foreign::name(start).is_some()
}
