//! Derives new keys from credentials.
//!
//! | step | value |
//! | --- | --- |
//! | salt | BLAKE2b-128, personalisation `quicksalt-recov1`, of LE32 length and UTF-8 of the account, then of the role |
//! | secret | Argon2id 1.3 of the UTF-8 of the passphrase and this salt, 32 bytes |
//! | seed | BLAKE2b-256 of the empty message, keyed with the secret, with a personalisation per scheme |
//!
//! Text is hashed as given. A program that reads it from a keyboard normalises it first (NFC), as
//! the Python package does.

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;
use quicksalt::nacl::pwhash::{self, Params};

use super::credentials::Credentials;
use crate::error::{Error, Result};
use crate::lms::hss::PublicKey;
use crate::trees::{Levels, SEED_LEN, SecretKey, Signer};

const UNLIKE: Error = Error::Unrecovered(
    "the derived key is not the published one: check account, role and passphrase letter by \
     letter, and use the parameters and cost with which the key was made",
);

const SALT_LEN: usize = 16;
const SECRET_LEN: usize = 32;
const NO_SALT: [u8; blake2b::SALT_LEN] = [0; blake2b::SALT_LEN];

/// The Argon2id (RFC 9106) cost for the passphrase, with one lane. The cost is part of the
/// derivation: a different cost yields a different key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Cost {
    /// Memory in KiB, at least 8.
    pub memory_kib: u32,
    /// Passes over the memory, at least 1.
    pub passes: u32,
}

impl Default for Cost {
    /// Returns 256 MiB and 3 passes, the cost that libsodium calls moderate.
    fn default() -> Self {
        Self { memory_kib: 256 << 10, passes: 3 }
    }
}

impl Cost {
    fn params(self) -> Result<Params> {
        let is_possible = (8..=4 << 20).contains(&self.memory_kib);
        Error::require(is_possible, "memory_kib", "8 KiB to 4 GiB", self.memory_kib.into())?;
        let (expected, actual) = ("at least 1", u64::from(self.passes));
        let wrong = Error::Parameter { argument: "passes", expected, actual };
        Params::new(self.memory_kib, self.passes, 1).map_err(|_| wrong)
    }
}

/// A stretched passphrase, from which the seeds of keys are derived.
pub struct Stretched(Wiped<[u8; SECRET_LEN]>);

impl core::fmt::Debug for Stretched {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Stretched(..)")
    }
}

impl Stretched {
    /// Stretches a passphrase. Stretching takes most of a second and the amount of memory given by
    /// `cost`.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the passphrase is empty, the account or the role has 2^32 bytes or
    /// more, or the cost is out of range or exceeds the available memory; [`Error::Primitive`] if no
    /// candidate of BLAKE2b is usable.
    pub fn new(credentials: &Credentials<'_>, cost: Cost) -> Result<Self> {
        let params = cost.params()?;
        let has_letters = !credentials.passphrase.is_empty();
        Error::require(has_letters, "passphrase", "at least 1 byte long", 0)?;
        let salt = salt(credentials)?;
        let passphrase = credentials.passphrase.as_bytes();
        let mut secret = Wiped::new([0; SECRET_LEN]);
        pwhash::argon2id(&mut *secret, passphrase, &salt, params).map_err(|error| {
            let (argument, expected, actual) = match error {
                quicksalt::Error::OutOfMemory => {
                    ("memory_kib", "at most the free memory", cost.memory_kib.into())
                }
                quicksalt::Error::Length { .. } => {
                    ("passphrase", "at most 2^32 - 1 bytes long", passphrase.len() as u64)
                }
                error => return error.into(),
            };
            Error::Parameter { argument, expected, actual }
        })?;
        Ok(Self(secret))
    }

    /// Derives the seed of HSS keys, for [`SecretKey::from_seed`].
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn hss_seed(&self) -> Result<Wiped<[u8; SEED_LEN]>> {
        self.seed(b"quicksalt-HSS-sd")
    }

    /// Derives the secret of an HSS key with these levels.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of a hash function is usable.
    pub fn hss(&self, levels: Levels) -> Result<SecretKey> {
        SecretKey::from_seed(levels, &*self.hss_seed()?)
    }

    /// Derives the HSS key with these levels and checks that it matches the published public key.
    /// The time depends on the size of the top tree.
    ///
    /// # Errors
    /// [`Error::Unrecovered`] if the derived key differs; [`Error::Primitive`] if no candidate of a
    /// hash function is usable.
    pub fn recover_hss(&self, levels: Levels, published: &PublicKey) -> Result<Signer> {
        let signer = Signer::generate(self.hss(levels)?)?;
        check_published(&signer.public_key(), published)?;
        Ok(signer)
    }

    /// Derives a seed for one purpose.
    fn seed(&self, purpose: &[u8; blake2b::PERSONAL_LEN]) -> Result<Wiped<[u8; 32]>> {
        let mut seed = Wiped::new([0; 32]);
        blake2b::hash(self.0.as_slice(), &NO_SALT, purpose, seed.as_mut_slice(), &[])?;
        Ok(seed)
    }
}

/// Checks that a derived HSS key matches the published public key.
///
/// # Errors
/// [`Error::Unrecovered`] if the keys differ.
pub fn check_published(derived: &PublicKey, published: &PublicKey) -> Result<()> {
    if derived == published { Ok(()) } else { Err(UNLIKE) }
}

fn salt(credentials: &Credentials<'_>) -> Result<[u8; SALT_LEN]> {
    let mut salt = [0; SALT_LEN];
    let [account, role] = [("account", credentials.account), ("role", credentials.role)];
    let (account_len, role_len) = (length(account)?, length(role)?);
    let parts: [&[u8]; 4] = [&account_len, account.1.as_bytes(), &role_len, role.1.as_bytes()];
    blake2b::hash(&[], &NO_SALT, b"quicksalt-recov1", &mut salt, &parts)?;
    Ok(salt)
}

fn length((argument, text): (&'static str, &str)) -> Result<[u8; 4]> {
    let expected = "at most 2^32 - 1 bytes long";
    let wrong = Error::Parameter { argument, expected, actual: text.len() as u64 };
    Ok(u32::try_from(text.len()).map_err(|_| wrong)?.to_le_bytes())
}
