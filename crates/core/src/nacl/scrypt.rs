//! `crypto_pwhash_scryptsalsa208sha256`: scrypt (RFC 7914), for compatibility. New applications
//! should use [`super::pwhash`].
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use quicksalt::nacl::scrypt::{self, Limits};
//!
//! // The cost is low for this example; use at least `scrypt::INTERACTIVE`.
//! let limits = Limits { opslimit: 1 << 15, memlimit: 1 << 20 };
//! let stored = scrypt::str(b"correct horse battery staple", limits)?;
//! assert!(stored.starts_with("$7$"));
//! scrypt::str_verify(&stored, b"correct horse battery staple")?;
//! assert!(scrypt::str_verify(&stored, b"Tr0ub4dor&3").is_err());
//! assert!(scrypt::str_needs_rehash(&stored, scrypt::INTERACTIVE)?);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::string::String;

use crate::constructions::scrypt;
use crate::error::{Error, Result};
use crate::nacl::bytes::equal;
use crate::nacl::crypt64;
use crate::wipe::Wiped;

pub use crate::constructions::scrypt::{KEY_MAX, Params};
pub use crate::nacl::pwhash::Limits;

/// Length in bytes of libsodium's salt. [`ll`] accepts any length.
pub const SALT_LEN: usize = 32;

/// libsodium's minimum length of a derived key in bytes.
pub const BYTES_MIN: usize = 16;

/// Length of a modular string in characters.
pub const STR_LEN: usize = 101;

/// The prefix of modular strings.
pub const PREFIX: &str = "$7$";

/// libsodium's recommended minimum.
pub const MIN: Limits = Limits { opslimit: 1 << 15, memlimit: 16 << 20 };

/// libsodium's recommended maximum.
pub const MAX: Limits = Limits { opslimit: u32::MAX as u64, memlimit: 64 << 30 };

/// Limits for interactive use.
pub const INTERACTIVE: Limits = Limits { opslimit: 1 << 19, memlimit: 16 << 20 };

/// Limits for high-value secrets: takes seconds.
pub const SENSITIVE: Limits = Limits { opslimit: 1 << 25, memlimit: 1 << 30 };

/// Length in bytes of the hash in a modular string.
const HASH_LEN: usize = 32;

/// Lengths in a modular string: up to the beginning of the salt, up to the end of the salt, and the
/// length of the hash.
const COST_LEN: usize = 14;
const SETTING_LEN: usize = 57;
const DIGITS: usize = 43;

/// The base-2 logarithm of N, and r and p, as libsodium selects them: the most memory within the
/// limits for the given operations.
#[must_use]
pub const fn pick_params(limits: Limits) -> (u32, u32, u32) {
    const R: u64 = 8;
    /// The maximum of r * p.
    const RP_MAX: u64 = (1 << 30) - 1;

    let Limits { opslimit, memlimit } = limits;
    let opslimit = if opslimit < MIN.opslimit { MIN.opslimit } else { opslimit };
    let bound_by_time = opslimit < memlimit / 32;
    let most = if bound_by_time { opslimit / (4 * R) } else { memlimit / (128 * R) };
    let mut log_n = 1;
    while log_n < 63 && 1 << log_n <= most / 2 {
        log_n += 1;
    }
    if bound_by_time {
        return (log_n, R as u32, 1);
    }
    let rp = (opslimit / 4) >> log_n;
    let rp = if rp > RP_MAX { RP_MAX } else { rp };
    (log_n, R as u32, (rp / R) as u32)
}

fn params(limits: Limits) -> Result<Params> {
    let (log_n, r, p) = pick_params(limits);
    Params::new(1 << log_n, r, p)
}

/// Fills `out` with a key derived from password and salt. Can be cancelled, see
/// `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than [`BYTES_MIN`] or longer than [`KEY_MAX`];
/// [`Error::OutOfMemory`] if the required memory is not available; [`Error::Interrupted`];
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn pwhash(
    out: &mut [u8],
    password: &[u8],
    salt: &[u8; SALT_LEN],
    limits: Limits,
) -> Result<()> {
    if out.len() < BYTES_MIN {
        let expected = "16 to (2^32 - 1) * 32";
        return Err(Error::length("out", expected, out.len()));
    }
    ll(out, password, salt, params(limits)?, limits.memlimit)
}

/// Does the same as [`pwhash`] with the parameters of RFC 7914 and a salt of any length. Lanes run
/// in parallel while their memory fits into `most` bytes; a single lane always runs.
///
/// # Errors
/// The errors of [`pwhash`].
pub fn ll(out: &mut [u8], password: &[u8], salt: &[u8], params: Params, most: u64) -> Result<()> {
    scrypt::hash(params, most, out, password, salt)
}

/// Returns the modular string to store for a password, with a random salt.
///
/// # Errors
/// The errors of [`pwhash`]; [`Error::Randomness`].
#[cfg(feature = "std")]
pub fn str(password: &[u8], limits: Limits) -> Result<String> {
    let mut salt = [0; SALT_LEN];
    crate::nacl::random::fill(&mut salt)?;
    str_with_salt(password, &salt, limits)
}

/// Returns a modular string like `str`, with the caller's salt, which must be unique.
///
/// # Errors
/// The errors of [`pwhash`].
pub fn str_with_salt(password: &[u8], salt: &[u8; SALT_LEN], limits: Limits) -> Result<String> {
    let (log_n, r, p) = pick_params(limits);
    let params = Params::new(1 << log_n, r, p)?;
    let mut text = String::new();
    text.try_reserve_exact(STR_LEN)?;
    text.push_str(PREFIX);
    crypt64::push(&mut text, log_n, 1);
    crypt64::push(&mut text, r, 5);
    crypt64::push(&mut text, p, 5);
    crypt64::encode(&mut text, salt);
    let hash = digits(password, &text[COST_LEN..], params, limits.memlimit)?;
    text.push('$');
    text.push_str(&hash);
    Ok(text)
}

/// Verifies a password against a modular string.
///
/// # Errors
/// [`Error::Verification`] for a wrong password; [`Error::Malformed`] if the string is not an
/// scrypt modular string, detected before any computation; the errors of [`pwhash`].
pub fn str_verify(hash: &str, password: &[u8]) -> Result<()> {
    let (params, salt, stored) = fields(hash)?;
    let found = digits(password, salt, params, 0)?;
    if equal(found.as_bytes(), stored.as_bytes()) { Ok(()) } else { Err(Error::Verification) }
}

/// Returns whether the modular string was made with different limits. The caller should then store
/// a new string when the password is available.
///
/// # Errors
/// [`Error::Malformed`] if the string is not an scrypt modular string.
pub fn str_needs_rehash(hash: &str, limits: Limits) -> Result<bool> {
    Ok(fields(hash)?.0 != params(limits)?)
}

/// The parameters, the digits of the salt and the digits of the hash.
fn fields(text: &str) -> Result<(Params, &str, &str)> {
    let wrong = || {
        Error::malformed(
            "hash",
            "an scrypt modular string of 101 characters: $7$, cost, salt, $ and hash",
        )
    };
    let parse = || {
        // All characters are single bytes from here on.
        if text.len() != STR_LEN || !text.is_ascii() {
            return None;
        }
        let (setting, hash) = text.split_at(SETTING_LEN);
        let (cost, salt) = setting.split_at(COST_LEN);
        let (cost, hash) = (cost.strip_prefix(PREFIX)?, hash.strip_prefix('$')?);
        if ![salt, hash].iter().all(|digits| crypt64::parse(digits).is_some()) {
            return None;
        }
        let log_n = crypt64::parse(&cost[..1])?;
        let (r, p) = (crypt64::parse(&cost[1..6])?, crypt64::parse(&cost[6..])?);
        Some((Params::new(1 << log_n, r, p).ok()?, salt, hash))
    };
    parse().ok_or_else(wrong)
}

/// Hashes a password and returns the digits. The salt is hashed in its digit form.
fn digits(password: &[u8], salt: &str, params: Params, most: u64) -> Result<String> {
    let mut hash = Wiped::new([0; HASH_LEN]);
    ll(&mut *hash, password, salt.as_bytes(), params, most)?;
    let mut text = String::new();
    text.try_reserve_exact(DIGITS)?;
    crypt64::encode(&mut text, &*hash);
    Ok(text)
}
