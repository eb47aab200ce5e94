//! AES in CBC and CTR mode over a message in pieces.

use alloc::vec::Vec;
use core::fmt;

use quicksalt::Wiped;
use quicksalt::hazmat::{Source as From, aes};

use crate::error::{Error, Result};

pub(super) const BLOCK: usize = 16;

/// The length of the longest key and an initialization vector.
pub(super) const MATERIAL_MAX: usize = 32 + BLOCK;

/// A mode of AES.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// Cipher block chaining with padding to whole blocks.
    Cbc,
    /// Counter mode, which preserves the length of the message.
    Ctr,
}

/// A cipher of `openssl enc`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Cipher {
    key_len: usize,
    mode: Mode,
}

impl Default for Cipher {
    fn default() -> Self {
        Self { key_len: 32, mode: Mode::Cbc }
    }
}

impl Cipher {
    /// Parses a name such as `aes-256-cbc`.
    ///
    /// # Errors [`Error::Key`] for any cipher other than AES in CBC or CTR mode.
    pub fn parse(name: &str) -> Result<Self> {
        let wrong = Error::Key("the cipher must be aes-128, aes-192 or aes-256 with -cbc or -ctr");
        let mut parts = name.splitn(3, '-');
        let key_len = match (parts.next(), parts.next()) {
            (Some("aes"), Some("128")) => 16,
            (Some("aes"), Some("192")) => 24,
            (Some("aes"), Some("256")) => 32,
            _ => return Err(wrong),
        };
        match parts.next() {
            Some("cbc") => Ok(Self { key_len, mode: Mode::Cbc }),
            Some("ctr") => Ok(Self { key_len, mode: Mode::Ctr }),
            _ => Err(wrong),
        }
    }

    /// Returns the cipher's mode.
    #[must_use]
    pub fn mode(self) -> Mode {
        self.mode
    }

    /// Returns the number of bytes to derive, for the key and the initialization vector.
    pub(super) fn material_len(self) -> usize {
        self.key_len + BLOCK
    }
}

/// Formats the cipher's name as openssl spells it.
impl fmt::Display for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::Cbc => "cbc",
            Mode::Ctr => "ctr",
        };
        write!(f, "aes-{}-{mode}", 8 * self.key_len)
    }
}

/// The state of a cipher between two blocks of a message.
pub(super) struct Stream {
    cipher: Cipher,
    key: Wiped<[u8; 32]>,
    /// The counter (CTR) or the previous ciphertext block (CBC).
    chain: [u8; BLOCK],
}

impl Stream {
    /// Creates the state of a cipher from the derived bytes: the key, then the initialization
    /// vector.
    pub(super) fn new(cipher: Cipher, material: &[u8]) -> Self {
        let (mut key, mut chain) = (Wiped::new([0; 32]), [0; BLOCK]);
        let (first, rest) = material.split_at(cipher.key_len);
        key[..first.len()].copy_from_slice(first);
        chain.copy_from_slice(&rest[..BLOCK]);
        Self { cipher, key, chain }
    }

    /// Encrypts whole blocks into `out`; the last piece may have any length.
    pub(super) fn encrypt(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        out.extend_from_slice(piece);
        let key = aes::Key::new(&self.key[..self.cipher.key_len])?;
        if self.cipher.mode == Mode::Ctr {
            return Ok(aes::ctr(key, &mut self.chain, out, From::InPlace)?);
        }
        if is_last {
            let missing = BLOCK - piece.len() % BLOCK;
            out.resize(piece.len() + missing, missing as u8);
        }
        let (blocks, _) = out.as_chunks_mut();
        Ok(aes::cbc_encrypt(key, &mut self.chain, blocks, From::InPlace)?)
    }

    /// Decrypts whole blocks into `out`; the last piece may have any length in CTR mode.
    pub(super) fn decrypt(&mut self, piece: &[u8], out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        out.extend_from_slice(piece);
        let key = aes::Key::new(&self.key[..self.cipher.key_len])?;
        if self.cipher.mode == Mode::Ctr {
            return Ok(aes::ctr(key, &mut self.chain, out, From::InPlace)?);
        }
        let (blocks, _) = out.as_chunks_mut();
        Ok(aes::cbc_decrypt(key, &mut self.chain, blocks, From::InPlace)?)
    }

    /// Decrypts a block; `before` is the preceding ciphertext block.
    pub(super) fn decrypt_behind(
        mut self,
        before: Option<&[u8; BLOCK]>,
        block: &[u8; BLOCK],
    ) -> Result<Wiped<[u8; BLOCK]>> {
        self.chain = before.copied().unwrap_or(self.chain);
        let mut out = [*block];
        let key = aes::Key::new(&self.key[..self.cipher.key_len])?;
        aes::cbc_decrypt(key, &mut self.chain, &mut out, From::InPlace)?;
        let [block] = out;
        Ok(block.into())
    }
}

/// Returns the length of the padding if it is valid. Constant time is unnecessary, because only the
/// file's owner learns the result.
pub(super) fn padding(last: &[u8]) -> Option<usize> {
    let len = usize::from(*last.last()?);
    let is_right = (1..=BLOCK).contains(&len)
        && last.len() >= len
        && last[last.len() - len..].iter().all(|byte| usize::from(*byte) == len);
    is_right.then_some(len)
}
