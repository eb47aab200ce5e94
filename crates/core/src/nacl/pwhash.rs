//! `crypto_pwhash`: Argon2 1.3 (RFC 9106), which makes a key out of a password and makes guessing it
//! cost memory and time.
//!
//! What is stored to check a password later is a modular string, with the salt and the cost in it:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! use quicksalt::nacl::pwhash::{self, Algorithm, Limits};
//!
//! // An example; take `Algorithm::Argon2id13.interactive()` or more.
//! let limits = Limits { opslimit: 1, memlimit: 1 << 20 };
//! let stored = pwhash::str(b"correct horse battery staple", limits, Algorithm::Argon2id13)?;
//! assert!(stored.starts_with("$argon2id$v=19$m=1024,t=1,p=1$"));
//! pwhash::str_verify(&stored, b"correct horse battery staple")?;
//! assert!(pwhash::str_verify(&stored, b"Tr0ub4dor&3").is_err());
//! assert!(pwhash::str_needs_rehash(&stored, Algorithm::Argon2id13.interactive())?);
//! # Ok::<(), quicksalt::Error>(())
//! ```
//!
//! A key comes out of [`pwhash`], or of [`argon2id`] with parameters as RFC 9106 names them:
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

/// Length in bytes of the salt that libsodium takes. [`argon2id`] and [`argon2i`] take 8 bytes and
/// more.
pub const SALT_LEN: usize = 16;

/// The shortest key in bytes that libsodium derives.
pub const BYTES_MIN: usize = 16;

/// Length in bytes of the tag in a modular string.
const TAG_LEN: usize = 32;

/// What a password costs, as libsodium names it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// Passes over the memory.
    pub opslimit: u64,
    /// Memory in bytes, of which whole KiB are used.
    pub memlimit: u64,
}

impl Algorithm {
    /// What libsodium takes unless told otherwise.
    pub const DEFAULT: Self = Self::Argon2id13;

    /// The least that may be spent: 8 KiB and, of Argon2i, three passes.
    #[must_use]
    pub const fn min(self) -> Limits {
        let opslimit = match self {
            Self::Argon2i13 => 3,
            Self::Argon2id13 => 1,
        };
        Limits { opslimit, memlimit: 8 << 10 }
    }

    /// The most that may be spent: 2^32 - 1 passes over as many KiB.
    #[must_use]
    pub const fn max(self) -> Limits {
        Limits { opslimit: u32::MAX as u64, memlimit: (u32::MAX as u64) << 10 }
    }

    /// For somebody who waits for it.
    #[must_use]
    pub const fn interactive(self) -> Limits {
        match self {
            Self::Argon2i13 => Limits { opslimit: 4, memlimit: 32 << 20 },
            Self::Argon2id13 => Limits { opslimit: 2, memlimit: 64 << 20 },
        }
    }

    /// Between the two.
    #[must_use]
    pub const fn moderate(self) -> Limits {
        match self {
            Self::Argon2i13 => Limits { opslimit: 6, memlimit: 128 << 20 },
            Self::Argon2id13 => Limits { opslimit: 3, memlimit: 256 << 20 },
        }
    }

    /// For what is worth seconds.
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

    /// The parameters that these limits are, in one lane.
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

/// Fills `out` with what the password and the salt are stretched to. Whoever waits may end it early,
/// see `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than [`BYTES_MIN`] or, as the password, longer than 2^32 - 1;
/// [`Error::Parameter`] for limits that are less or more than the algorithm takes;
/// [`Error::OutOfMemory`] if there is less memory than `memlimit`; [`Error::Interrupted`];
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

/// The modular string to store for a password, with a salt of its own.
///
/// # Errors
/// Those of [`pwhash`]; [`Error::Randomness`].
#[cfg(feature = "std")]
pub fn str(password: &[u8], limits: Limits, algorithm: Algorithm) -> Result<String> {
    let mut salt = [0; SALT_LEN];
    crate::nacl::random::fill(&mut salt)?;
    str_with_salt(password, &salt, limits, algorithm)
}

/// As `str`, with a salt that was never used before.
///
/// # Errors
/// Those of [`pwhash`].
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

/// Whether the modular string is that of the password. Strings of any cost are taken, also of several
/// lanes.
///
/// # Errors
/// [`Error::Verification`] if it is not; [`Error::Malformed`] if it is no modular string of Argon2,
/// which is known before anything is computed; those of [`pwhash`].
pub fn str_verify(hash: &str, password: &[u8]) -> Result<()> {
    Argon2String::decode(hash, |stored| {
        let mut tag = Wiped::new(memory::zeros(stored.tag.len())?);
        stretch(stored.algorithm, &mut tag, password, stored.salt, stored.params)?;
        if equal(&tag, stored.tag) { Ok(()) } else { Err(Error::Verification) }
    })
}

/// Whether the modular string was made with other limits than these, so that a new one should be
/// stored when the password is at hand.
///
/// # Errors
/// [`Error::Malformed`] if it is no modular string of Argon2; [`Error::Parameter`] as [`pwhash`].
pub fn str_needs_rehash(hash: &str, limits: Limits) -> Result<bool> {
    Argon2String::decode(hash, |stored| {
        let wanted = stored.algorithm.params(limits)?;
        Ok(stored.params.cost() != wanted.cost())
    })
}

/// Fills `out` by Argon2id with what the passphrase and the salt are stretched to. Whoever waits may end
/// it early, see `quicksalt::interrupt`.
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than 4 bytes, the salt than 8, or one of them or the
/// passphrase longer than 2^32 - 1; [`Error::OutOfMemory`] if there is less memory than the
/// parameters ask for; [`Error::Interrupted`]; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn argon2id(out: &mut [u8], passphrase: &[u8], salt: &[u8], params: Params) -> Result<()> {
    stretch(Algorithm::Argon2id13, out, passphrase, salt, params)
}

/// As [`argon2id`], by Argon2i.
///
/// # Errors
/// Those of [`argon2id`].
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
