//! The envelope of a store's file.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 16 | `quicksalt-store` and a line feed |
//! | 4 | version 3; kind of secret: 0 none, 1 passphrase, 2 key; two zeros |
//! | 12 | Argon2id's memory in KiB, passes, lanes, each little-endian in 4 bytes; zeros without a passphrase |
//! | 16 | salt |
//! | 24 | nonce, drawn for each envelope |
//! | n + 16 | the state, sealed by XChaCha20-Poly1305 with everything above as associated data |
//! | 16 | BLAKE2b-128 over everything above |
//!
//! The checksum at the end is unkeyed: it distinguishes a damaged file from a wrong passphrase.
//! Without a secret the sealing key is derived from the public salt: the seal is then only a second
//! checksum, and only the mode of the file protects the key inside.
//!
//! Versions 1 and 2 are also read; the state of version 1 ends with the material, and version 2
//! does not record recoveries. The first 20 bytes and the checksum have the same position in every
//! version, so an older reader can distinguish a newer file from a damaged one.

use alloc::vec::Vec;
use std::path::Path;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;
use quicksalt::nacl::aead::xchacha20poly1305 as aead;
use quicksalt::nacl::pwhash::{self, Params};
use quicksalt::nacl::random;

use super::codec::Write;
use super::error::{Error, Result};
use crate::reader::Reader;

/// The maximum file size that is read, in bytes.
pub(super) const FILE_MAX: u64 = 16 << 20;

const MAGIC: &[u8; 16] = b"quicksalt-store\n";
const VERSION: u8 = 3;
const VERSION_AT: usize = MAGIC.len();
const KIND_AT: usize = VERSION_AT + 1;
pub(super) const SALT_LEN: usize = 16;
const SUM_LEN: usize = 16;
const HEADER_LEN: usize = MAGIC.len() + 4 + 12 + SALT_LEN;
const BODY: usize = HEADER_LEN + aead::NONCE_LEN;

/// The secret that seals a store.
#[derive(Clone, Copy)]
pub enum Secret<'a> {
    /// A key that the caller stores elsewhere.
    Key(&'a [u8; 32]),
    /// No secret: only the mode of the file protects the key.
    None,
    /// A passphrase, stretched by Argon2id (RFC 9106).
    Passphrase(&'a [u8]),
}

impl Secret<'_> {
    const fn kind(&self) -> u8 {
        match self {
            Self::None => 0,
            Self::Passphrase(_) => 1,
            Self::Key(_) => 2,
        }
    }
}

impl core::fmt::Debug for Secret<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Key(_) => "Key(..)",
            Self::None => "None",
            Self::Passphrase(_) => "Passphrase(..)",
        })
    }
}

/// The cost of stretching a passphrase with Argon2id.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Cost {
    /// Memory in KiB; at most 2 GiB.
    pub memory_kib: u32,
    /// Passes over the memory; at most 64.
    pub passes: u32,
    /// Lanes; at most 16. Lanes are computed sequentially.
    pub lanes: u32,
}

impl Cost {
    /// The maximum cost that a file may impose on its reader.
    const MAX: Self = Self { memory_kib: 2 << 20, passes: 64, lanes: 16 };

    /// The minimum for a new store: memory in KiB times passes. A lower cost hardly slows down
    /// guessing.
    const LEAST: u64 = 16 << 10;

    fn check_new(self) -> Result<()> {
        self.check()?;
        if u64::from(self.memory_kib) * u64::from(self.passes) < Self::LEAST {
            return Err(Error::Cost("at least 16 MiB, memory times passes"));
        }
        Ok(())
    }

    fn check(self) -> Result<Params> {
        let most = Self::MAX;
        if self.memory_kib > most.memory_kib {
            return Err(Error::Cost("memory of at most 2 GiB"));
        }
        if self.passes > most.passes || self.lanes > most.lanes {
            return Err(Error::Cost("at most 64 passes and 16 lanes"));
        }
        Params::new(self.memory_kib, self.passes, self.lanes)
            .map_err(|_| Error::Cost("at least 8 KiB per lane, one pass and one lane"))
    }
}

impl Default for Cost {
    /// The second recommended option of RFC 9106 section 4: 64 MiB, 3 passes, 4 lanes.
    fn default() -> Self {
        Self { memory_kib: 64 << 10, passes: 3, lanes: 4 }
    }
}

/// Creates envelopes under one secret.
pub(super) struct Sealer {
    header: [u8; HEADER_LEN],
    key: aead::Key,
}

impl Sealer {
    pub(super) const HEADER_LEN: usize = HEADER_LEN;

    /// Returns whether a header belongs to the same store, possibly in an older or newer state. The
    /// salt identifies the store, because it is drawn only once.
    pub(super) fn is_of_the_same(&self, header: &[u8]) -> bool {
        id_of(header) == Some(self.id())
    }

    /// Returns the identifier of the store, which is the salt. It also appears in the names and
    /// headers of the store's additional files.
    pub(super) fn id(&self) -> [u8; SALT_LEN] {
        id_of(&self.header).unwrap_or_default()
    }

    pub(super) fn new(secret: Secret<'_>, cost: Cost) -> Result<Self> {
        if let Secret::Passphrase(phrase) = secret {
            if phrase.is_empty() {
                return Err(Error::EmptyPassphrase);
            }
            cost.check_new()?;
        }
        let mut salt = [0; SALT_LEN];
        random::fill(&mut salt)?;
        let mut fields = Vec::with_capacity(HEADER_LEN);
        fields.extend_from_slice(MAGIC);
        fields.extend_from_slice(&[VERSION, secret.kind(), 0, 0]);
        for cost in [cost.memory_kib, cost.passes, cost.lanes] {
            fields.u32(if matches!(secret, Secret::Passphrase(_)) { cost } else { 0 });
        }
        fields.extend_from_slice(&salt);
        let mut header = [0; HEADER_LEN];
        header.copy_from_slice(&fields);
        Ok(Self { header, key: sealing_key(secret, cost, &salt)? })
    }

    pub(super) fn seal(&self, body: &[u8]) -> Result<Vec<u8>> {
        let mut nonce = [0; aead::NONCE_LEN];
        random::fill(&mut nonce)?;
        let len = BODY + body.len() + aead::TAG_LEN + SUM_LEN;
        if len as u64 > FILE_MAX {
            return Err(Error::TooLarge { what: "the size of the store in bytes", most: FILE_MAX });
        }
        let mut envelope = Vec::with_capacity(len);
        envelope.extend_from_slice(&self.header);
        envelope.extend_from_slice(&nonce);
        envelope.extend(aead::seal(body, &self.header, &nonce, &self.key)?);
        let sum = checksum(&envelope)?;
        envelope.extend_from_slice(&sum);
        Ok(envelope)
    }

    /// Opens an envelope; returns the sealer for later envelopes and the contents.
    pub(super) fn open(
        path: &Path,
        envelope: &[u8],
        secret: Secret<'_>,
    ) -> Result<(Self, Wiped<Vec<u8>>)> {
        let damaged = |what| Error::Damaged { path: path.to_owned(), what };
        let at_sum = envelope.len().checked_sub(SUM_LEN).ok_or_else(|| damaged("truncated"))?;
        let (front, sum) = envelope.split_at(at_sum);
        if front.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(damaged("wrong magic bytes"));
        }
        if checksum(front)? != sum {
            return Err(damaged("wrong checksum"));
        }
        let no_header = || damaged("malformed header");
        let version = *front.get(VERSION_AT).ok_or_else(no_header)?;
        if version > VERSION {
            let path = path.to_owned();
            return Err(Error::Newer { path, found: version.into(), known: VERSION.into() });
        }
        let header: [u8; HEADER_LEN] =
            front.get(..HEADER_LEN).and_then(|h| h.try_into().ok()).ok_or_else(no_header)?;
        let (kind, cost, salt) = parsed(&header).ok_or_else(no_header)?;
        if kind != secret.kind() {
            return Err(Error::SecretKind {
                sealed_by: ["no secret", "a passphrase", "a key"][usize::from(kind)],
            });
        }
        let mut rest = Reader::new(&front[HEADER_LEN..]);
        let nonce = rest.array().ok_or_else(no_header)?;
        let key = sealing_key(secret, cost, &salt)?;
        let mut body = Wiped::new(alloc::vec![0; front.len().saturating_sub(BODY + aead::TAG_LEN)]);
        match aead::open_into(&mut body, &front[BODY..], &header, &nonce, &key) {
            Ok(()) => {
                // Later files are written in the current version.
                let mut header = header;
                header[VERSION_AT] = VERSION;
                Ok((Self { header, key }, body))
            }
            Err(quicksalt::Error::Verification) => Err(Error::WrongSecret(path.to_owned())),
            Err(error) => Err(error.into()),
        }
    }
}

/// The number of bytes of a file that [`is_unsealed`] needs.
pub const START_LEN: usize = KIND_AT + 1;

/// Returns whether the first bytes of a store's file say that it is sealed without a secret. Only
/// the mode of the file then protects the key inside. Returns `None` if the bytes are not the start
/// of a store's file.
#[must_use]
pub fn is_unsealed(start: &[u8]) -> Option<bool> {
    let kind = *start.strip_prefix(MAGIC)?.get(KIND_AT - MAGIC.len())?;
    Some(kind == Secret::None.kind())
}

/// Returns the store identifier in this header.
pub(super) fn id_of(header: &[u8]) -> Option<[u8; SALT_LEN]> {
    let salt = header.get(HEADER_LEN - SALT_LEN..HEADER_LEN)?;
    header.starts_with(MAGIC).then(|| salt.try_into().ok())?
}

/// Parses kind of secret, cost and salt from a header with a valid checksum.
fn parsed(header: &[u8; HEADER_LEN]) -> Option<(u8, Cost, [u8; SALT_LEN])> {
    let mut fields = Reader::new(&header[MAGIC.len()..]);
    let [version, kind, 0, 0] = fields.array()? else {
        return None;
    };
    let cost =
        Cost { memory_kib: fields.u32_le()?, passes: fields.u32_le()?, lanes: fields.u32_le()? };
    ((1..=VERSION).contains(&version) && kind <= 2).then_some((kind, cost, fields.array()?))
}

fn checksum(bytes: &[u8]) -> Result<[u8; SUM_LEN]> {
    let mut sum = [0; SUM_LEN];
    blake2b::hash(&[], &[0; blake2b::SALT_LEN], b"qs-store-check\0\0", &mut sum, &[bytes])?;
    Ok(sum)
}

/// Derives the key of the envelopes. The key depends on the kind of secret, so a secret of one kind
/// never opens an envelope of another kind.
fn sealing_key(secret: Secret<'_>, cost: Cost, salt: &[u8; SALT_LEN]) -> Result<aead::Key> {
    let mut stretched = Wiped::new([0; 32]);
    let input: &[u8] = match secret {
        Secret::None => &[],
        Secret::Passphrase(phrase) => {
            pwhash::argon2id(&mut *stretched, phrase, salt, cost.check()?).map_err(unstretched)?;
            &*stretched
        }
        Secret::Key(key) => key,
    };
    let mut key = Wiped::new([0; aead::Key::LEN]);
    blake2b::hash(input, salt, b"qs-store-seal\0\0\0", &mut *key, &[&[secret.kind()]])?;
    Ok(aead::Key::from(*key))
}

/// Converts an Argon2id error.
fn unstretched(error: quicksalt::Error) -> Error {
    match error {
        quicksalt::Error::OutOfMemory => Error::Cost("less memory: not enough is available"),
        quicksalt::Error::Length { .. } => Error::Cost("a passphrase of at most 2^32 - 1 bytes"),
        error => Error::Crypto(error),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use super::{
        Cost, START_LEN, SUM_LEN, Sealer, Secret, VERSION, VERSION_AT, checksum, is_unsealed,
    };

    const KEY: Secret<'_> = Secret::Key(&[7; 32]);

    fn opens(envelope: &[u8]) -> bool {
        Sealer::open(Path::new("store"), envelope, KEY).is_ok()
    }

    /// Simulates an attacker, who changes the file and recomputes the checksum.
    #[test]
    fn a_forged_envelope_does_not_open() {
        let envelope = Sealer::new(KEY, Cost::default()).unwrap().seal(b"state").unwrap();
        assert!(opens(&envelope));
        let front = &envelope[..envelope.len() - SUM_LEN];
        let mended = |front: &[u8]| [front, &checksum(front).unwrap()].concat();
        assert!(opens(&mended(front)));
        for at in 0..front.len() {
            assert!(!opens(&mended(&front[..at])), "cut at {at}");
            for bit in 0..8 {
                let mut forged = front.to_vec();
                forged[at] ^= 1 << bit;
                assert!(!opens(&mended(&forged)), "byte {at} bit {bit}");
            }
        }
    }

    /// A file of an older version is written back in the current version; a file of a newer release
    /// is reported as newer.
    #[test]
    fn older_versions_open_and_newer_ones_say_so() {
        let of = |version| {
            let mut sealer = Sealer::new(KEY, Cost::default()).unwrap();
            sealer.header[VERSION_AT] = version;
            sealer.seal(b"state").unwrap()
        };
        for version in 1..=VERSION {
            let (sealer, body) = Sealer::open(Path::new("store"), &of(version), KEY).unwrap();
            assert_eq!((&body[..], sealer.header[VERSION_AT]), (&b"state"[..], VERSION));
            assert!(opens(&sealer.seal(b"next").unwrap()));
        }
        assert!(!opens(&of(0)));
        let newer = Sealer::open(Path::new("store"), &of(VERSION + 1), KEY).map(drop).unwrap_err();
        let text = newer.to_string();
        assert!(text.contains("newer quicksalt (format 4); this one reads up to 3"), "{text}");
    }

    #[test]
    fn is_unsealed_reads_the_first_bytes() {
        let of = |secret| Sealer::new(secret, Cost::default()).unwrap().seal(b"state").unwrap();
        let (open, sealed) = (of(Secret::None), of(KEY));
        assert_eq!(is_unsealed(&open[..START_LEN]), Some(true));
        assert_eq!(is_unsealed(&sealed[..START_LEN]), Some(false));
        assert_eq!(is_unsealed(&open[..START_LEN - 1]), None);
        assert_eq!(is_unsealed(&sealed[1..]), None);
    }

    #[test]
    fn envelopes_of_the_same_state_differ() {
        let sealer = Sealer::new(Secret::None, Cost::default()).unwrap();
        assert_ne!(sealer.seal(b"state").unwrap(), sealer.seal(b"state").unwrap());
    }

    /// RFC 9106 section 4, second recommended option.
    #[test]
    fn the_default_cost_is_the_recommended_one() {
        assert_eq!(Cost::default(), Cost { memory_kib: 65_536, passes: 3, lanes: 4 });
        Cost::default().check().unwrap();
    }
}
