//! The text form of keys: the wallet import format of Hive and coinZdense.
//!
//! Private: base58 of a type byte, the key, and the first four bytes of SHA-256(SHA-256(type byte
//! and key)). Public: three letters for the type, then base58 of the key and the first four bytes
//! of RIPEMD-160(key).

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::{ripemd160, sha256};
use subtle::ConstantTimeEq;

use super::base58;
use crate::error::{Error, Result};

/// The maximum key length in bytes; far longer than any key of this scheme.
pub const LEN_MAX: usize = 256;

/// The maximum text length: base58 uses fewer than 1.38 characters per byte.
const TEXT_MAX: usize = 3 + (LEN_MAX + 5) * 138 / 100 + 1;

const CHECKSUM_LEN: usize = 4;

/// The type of a key.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum KeyType {
    /// coinzdense's `QDRECOVERYPRIVKEY`: recovers an account.
    RecoveryPrivate,
    /// coinzdense's `COINZDENSEPRIVKEY`.
    CoinzdensePrivate,
    /// coinzdense's `ECDSAPRIVKEY`: a key of Hive itself.
    EcdsaPrivate,
    /// coinzdense's `QDRECOVERYPUBKEY`.
    RecoveryPublic,
    /// coinzdense's `COINZDENSEPUBKEY`.
    CoinzdensePublic,
    /// coinzdense's `ECDSACOMPRESSEDPUBKEY`: a key of Hive itself.
    EcdsaPublic,
}

/// The mark of a type in the text form.
enum Mark {
    Private(u8),
    Public(&'static [u8; 3]),
}

impl KeyType {
    /// All types.
    pub const ALL: [Self; 6] = [
        Self::RecoveryPrivate,
        Self::CoinzdensePrivate,
        Self::EcdsaPrivate,
        Self::RecoveryPublic,
        Self::CoinzdensePublic,
        Self::EcdsaPublic,
    ];

    /// Returns the name of the type in coinzdense.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RecoveryPrivate => "QDRECOVERYPRIVKEY",
            Self::CoinzdensePrivate => "COINZDENSEPRIVKEY",
            Self::EcdsaPrivate => "ECDSAPRIVKEY",
            Self::RecoveryPublic => "QDRECOVERYPUBKEY",
            Self::CoinzdensePublic => "COINZDENSEPUBKEY",
            Self::EcdsaPublic => "ECDSACOMPRESSEDPUBKEY",
        }
    }

    const fn mark(self) -> Mark {
        match self {
            Self::RecoveryPrivate => Mark::Private(0xbb),
            Self::CoinzdensePrivate => Mark::Private(0xbd),
            Self::EcdsaPrivate => Mark::Private(0x80),
            Self::RecoveryPublic => Mark::Public(b"QRK"),
            Self::CoinzdensePublic => Mark::Public(b"CZD"),
            Self::EcdsaPublic => Mark::Public(b"STM"),
        }
    }
}

/// Encodes a key as ASCII text.
///
/// # Errors
/// [`Error::Parameter`] if the key is empty or longer than [`LEN_MAX`]; [`Error::Primitive`] if no
/// candidate of a hash function is usable.
pub fn encode(key_type: KeyType, key: &[u8]) -> Result<Wiped<Vec<u8>>> {
    let is_possible = (1..=LEN_MAX).contains(&key.len());
    Error::require(is_possible, "key", "1 to 256 bytes long", key.len() as u64)?;
    let concatenated = |parts: [&[u8]; 3]| Wiped::new(parts.concat());
    match key_type.mark() {
        Mark::Private(mark) => {
            let checksum = private_checksum(&[&[mark], key])?;
            Ok(base58::encode(&concatenated([&[mark], key, &checksum])))
        }
        Mark::Public(mark) => {
            let text = base58::encode(&concatenated([&[], key, &public_checksum(key)?]));
            Ok(concatenated([&[], mark, &text]))
        }
    }
}

/// Parses the text form of a key; returns its type and bytes.
///
/// # Errors
/// [`Error::Malformed`] if the type is unknown, a character is not base58, the checksum is wrong or
/// the length is out of range; [`Error::Primitive`] if no candidate of a hash function is usable.
pub fn parse(text: &str) -> Result<(KeyType, Wiped<Vec<u8>>)> {
    let text = text.as_bytes();
    for key_type in KeyType::ALL.into_iter().filter(|_| text.len() <= TEXT_MAX) {
        let key = match key_type.mark() {
            Mark::Private(mark) => private_key(mark, text)?,
            Mark::Public(mark) => public_key(mark, text)?,
        };
        if let Some(key) = key {
            return Ok((key_type, key));
        }
    }
    let expected = "a known type, base58 and a matching checksum";
    Err(Error::Malformed { what: "a key in wallet import format", expected })
}

fn private_key(mark: u8, text: &[u8]) -> Result<Option<Wiped<Vec<u8>>>> {
    let Some(bytes) = base58::decode(text) else { return Ok(None) };
    let Some((body, checksum)) = bytes.split_last_chunk::<CHECKSUM_LEN>() else { return Ok(None) };
    let agrees = private_checksum(&[body])?.ct_eq(checksum).into();
    let key = body.split_first().filter(|parts| *parts.0 == mark && agrees);
    Ok(key.and_then(|(_, key)| of_possible_length(key)))
}

fn public_key(mark: &[u8], text: &[u8]) -> Result<Option<Wiped<Vec<u8>>>> {
    let Some(bytes) = text.strip_prefix(mark).and_then(base58::decode) else { return Ok(None) };
    let Some((key, checksum)) = bytes.split_last_chunk::<CHECKSUM_LEN>() else { return Ok(None) };
    let agrees = public_checksum(key)?.ct_eq(checksum).into();
    Ok(if agrees { of_possible_length(key) } else { None })
}

fn of_possible_length(key: &[u8]) -> Option<Wiped<Vec<u8>>> {
    (1..=LEN_MAX).contains(&key.len()).then(|| Wiped::new(key.to_vec()))
}

fn private_checksum(parts: &[&[u8]]) -> Result<[u8; CHECKSUM_LEN]> {
    let once = Wiped::new(sha256::hash(parts)?);
    let [a, b, c, d, ..] = sha256::hash(&[once.as_slice()])?;
    Ok([a, b, c, d])
}

fn public_checksum(key: &[u8]) -> Result<[u8; CHECKSUM_LEN]> {
    let [a, b, c, d, ..] = ripemd160::hash(&[key])?;
    Ok([a, b, c, d])
}
