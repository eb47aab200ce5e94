//! `crypto_pwhash`: Argon2 1.3 (RFC 9106), which derives a key from a password and makes guessing
//! cost memory and time.
//!
//! To verify a password later, store a modular string, which includes salt and cost:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use quicksalt::nacl::pwhash::{self, Algorithm, Limits};
//!
//! // The cost is low for this example; use at least `Algorithm::Argon2id13.interactive()`.
//! let limits = Limits { opslimit: 1, memlimit: 1 << 20 };
//! let stored = pwhash::str(b"correct horse battery staple", limits, Algorithm::Argon2id13)?;
//! assert!(stored.starts_with("$argon2id$v=19$m=1024,t=1,p=1$"));
//! pwhash::str_verify(&stored, b"correct horse battery staple")?;
//! assert!(pwhash::str_verify(&stored, b"Tr0ub4dor&3").is_err());
//! assert!(pwhash::str_needs_rehash(&stored, Algorithm::Argon2id13.interactive())?);
//! # Ok::<(), quicksalt::Error>(())
//! ```
//!
//! Derive a key with [`pwhash`], or with [`argon2id`] and the parameters of RFC 9106:
//!
//! ```
//! use quicksalt::nacl::pwhash::{self, Params};
//!
//! // RFC 9106 recommends 64 MiB, 3 passes and 4 lanes; this is an example.
//! let params = Params::new(1024, 3, 4)?;
//! let mut key = [0; 32];
//! pwhash::argon2id(&mut key, b"correct horse battery staple", &[7; 16], params)?;
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::string::String;

use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::bytes::equal;
use crate::nacl::modular::Argon2String;
use crate::prim::argon2::{self, Input, Kind};
use crate::wipe::Wiped;

pub use crate::nacl::modular::Algorithm;
pub use crate::prim::argon2::Params;

/// Length in bytes of libsodium's salt. [`argon2id`] and [`argon2i`] accept 8 bytes or more.
pub const SALT_LEN: usize = 16;

/// libsodium's minimum length of a derived key in bytes.
pub const BYTES_MIN: usize = 16;

/// Length in bytes of the tag in a modular string.
const TAG_LEN: usize = 32;

/// The cost of a password, in libsodium's terms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// Passes over the memory.
    pub opslimit: u64,
    /// Memory in bytes, rounded down to KiB.
    pub memlimit: u64,
}

impl Algorithm {
    /// libsodium's default.
    pub const DEFAULT: Self = Self::Argon2id13;

    /// The minimum limits: 8 KiB and, for Argon2i, three passes.
    #[must_use]
    pub const fn min(self) -> Limits {
        let opslimit = match self {
            Self::Argon2i13 => 3,
            Self::Argon2id13 => 1,
        };
        Limits { opslimit, memlimit: 8 << 10 }
    }

    /// The maximum limits: 2^32 - 1 passes over 2^32 - 1 KiB.
    #[must_use]
    pub const fn max(self) -> Limits {
        Limits { opslimit: u32::MAX as u64, memlimit: (u32::MAX as u64) << 10 }
    }

    /// Limits for interactive use.
    #[must_use]
    pub const fn interactive(self) -> Limits {
        match self {
            Self::Argon2i13 => Limits { opslimit: 4, memlimit: 32 << 20 },
            Self::Argon2id13 => Limits { opslimit: 2, memlimit: 64 << 20 },
        }
    }

    /// Limits between interactive and sensitive.
    #[must_use]
    pub const fn moderate(self) -> Limits {
        match self {
            Self::Argon2i13 => Limits { opslimit: 6, memlimit: 128 << 20 },
            Self::Argon2id13 => Limits { opslimit: 3, memlimit: 256 << 20 },
        }
    }

    /// Limits for high-value secrets: takes seconds.
    #[must_use]
    pub const fn sensitive(self) -> Limits {
        match self {
            Self::Argon2i13 => Limits { opslimit: 8, memlimit: 512 << 20 },
            Self::Argon2id13 => Limits { opslimit: 4, memlimit: 1 << 30 },
        }
    }

    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Argon2i13 => Kind::I,
            Self::Argon2id13 => Kind::Id,
        }
    }

    /// Converts limits to parameters with a single lane.
    fn params(self, limits: Limits) -> Result<Params> {
        let Limits { opslimit, memlimit } = limits;
        let wrong = |argument, expected, actual| Err(Error::parameter(argument, expected, actual));
        if opslimit < self.min().opslimit || opslimit > self.max().opslimit {
            let expected = match self {
                Self::Argon2i13 => "3 to 2^32 - 1",
                Self::Argon2id13 => "1 to 2^32 - 1",
            };
            return wrong("opslimit", expected, opslimit);
        }
        if memlimit < self.min().memlimit || memlimit > self.max().memlimit {
            return wrong("memlimit", "8192 to 4398046510080", memlimit);
        }
        Params::new((memlimit >> 10) as u32, opslimit as u32, 1)
    }
}

/// Fills `out` with a key derived from password and salt. Can be cancelled, see
/// `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than [`BYTES_MIN`], or `out` or the password is longer
/// than 2^32 - 1; [`Error::Parameter`] for limits outside the algorithm's range;
/// [`Error::OutOfMemory`] if less memory than `memlimit` is available; [`Error::Interrupted`];
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn pwhash(
    out: &mut [u8],
    password: &[u8],
    salt: &[u8; SALT_LEN],
    limits: Limits,
    algorithm: Algorithm,
) -> Result<()> {
    if out.len() < BYTES_MIN {
        let expected = "16 to 2^32 - 1";
        return Err(Error::length("out", expected, out.len()));
    }
    stretch(algorithm, out, password, salt, algorithm.params(limits)?)
}

/// Returns the modular string to store for a password, with a random salt.
///
/// # Errors
/// The errors of [`pwhash`]; [`Error::Randomness`].
#[cfg(feature = "std")]
pub fn str(password: &[u8], limits: Limits, algorithm: Algorithm) -> Result<String> {
    let mut salt = [0; SALT_LEN];
    crate::nacl::random::fill(&mut salt)?;
    str_with_salt(password, &salt, limits, algorithm)
}

/// Returns a modular string like `str`, with the caller's salt, which must be unique.
///
/// # Errors
/// The errors of [`pwhash`].
pub fn str_with_salt(
    password: &[u8],
    salt: &[u8; SALT_LEN],
    limits: Limits,
    algorithm: Algorithm,
) -> Result<String> {
    let params = algorithm.params(limits)?;
    let mut tag = Wiped::new([0; TAG_LEN]);
    stretch(algorithm, &mut *tag, password, salt, params)?;
    Argon2String { algorithm, params, salt, tag: &*tag }.encode()
}

/// Verifies a password against a modular string. Accepts any cost, including several lanes.
///
/// # Errors
/// [`Error::Verification`] for a wrong password; [`Error::Malformed`] if the string is not an
/// Argon2 modular string, detected before any computation; the errors of [`pwhash`].
pub fn str_verify(hash: &str, password: &[u8]) -> Result<()> {
    Argon2String::decode(hash, |stored| {
        let mut tag = Wiped::new(memory::zeros(stored.tag.len())?);
        stretch(stored.algorithm, &mut tag, password, stored.salt, stored.params)?;
        if equal(&tag, stored.tag) { Ok(()) } else { Err(Error::Verification) }
    })
}

/// Returns whether the modular string was made with different limits. The caller should then store
/// a new string when the password is available.
///
/// # Errors
/// [`Error::Malformed`] if the string is not an Argon2 modular string; [`Error::Parameter`] as
/// [`pwhash`].
pub fn str_needs_rehash(hash: &str, limits: Limits) -> Result<bool> {
    Argon2String::decode(hash, |stored| {
        let wanted = stored.algorithm.params(limits)?;
        Ok(stored.params.cost() != wanted.cost())
    })
}

/// Fills `out` with a key derived from passphrase and salt by Argon2id. Can be cancelled, see
/// `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than 4 bytes or the salt shorter than 8, or any of them or
/// the passphrase is longer than 2^32 - 1; [`Error::OutOfMemory`] if the required memory is not
/// available; [`Error::Interrupted`]; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn argon2id(out: &mut [u8], passphrase: &[u8], salt: &[u8], params: Params) -> Result<()> {
    stretch(Algorithm::Argon2id13, out, passphrase, salt, params)
}

/// Does the same as [`argon2id`] with Argon2i.
///
/// # Errors
/// The errors of [`argon2id`].
pub fn argon2i(out: &mut [u8], passphrase: &[u8], salt: &[u8], params: Params) -> Result<()> {
    stretch(Algorithm::Argon2i13, out, passphrase, salt, params)
}

fn stretch(
    algorithm: Algorithm,
    out: &mut [u8],
    passphrase: &[u8],
    salt: &[u8],
    params: Params,
) -> Result<()> {
    argon2::hash(algorithm.kind(), params, out, &Input { passphrase, salt, secret: &[], data: &[] })
}
