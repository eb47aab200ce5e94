//! The error type of the library.

use alloc::collections::TryReserveError;
use core::fmt;

use crate::error_fields::{Count, Number, OwnedText, Text, count, number, properties, text};

/// Why a call failed. The error of a failed verification never gives the reason.
///
/// In a WebAssembly module the caller only sees a return value. Errors are therefore one byte
/// there, because argument names and lengths would add code and text to every function.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// Every candidate that passes the operation's self-test on this machine is barred by the
    /// policy.
    Barred {
        /// The primitive, such as `sha256`.
        primitive: Text,
        /// The operation, such as `hash`.
        operation: Text,
        /// The policy, such as `verified`.
        policy: Text,
    },
    /// An argument does not encode a group element, or encodes one that the operation rejects.
    InvalidPoint {
        /// The argument's name in the documentation.
        argument: Text,
    },
    /// The work was cancelled, see [`crate::interrupt`].
    Interrupted,
    /// A key file is malformed or of the wrong kind, see [`crate::keyfile`]; the text says why.
    KeyFile(Text),
    /// The public key does not match the secret key: in a 64-byte Ed25519 secret key, the last 32
    /// bytes are not the public key of the seed in the first 32 bytes; or the public key in a key
    /// file does not belong to its private key.
    KeyMismatch,
    /// A length is outside the accepted range.
    Length {
        /// The argument's name in the documentation.
        argument: Text,
        /// The expected length in bytes.
        expected: Text,
        /// The actual length.
        actual: Count,
    },
    /// A text has the wrong format.
    Malformed {
        /// The argument's name in the documentation.
        argument: Text,
        /// The expected format.
        expected: Text,
    },
    /// The product of a scalar and a point is the neutral element, which cannot serve as a secret.
    /// Either the scalar is zero modulo the group order, or the point is neutral.
    NeutralElement,
    /// No candidate of this primitive passed its self-test on this machine. A call that can return
    /// this error can also return [`Error::Barred`] and [`Error::UnknownPolicy`].
    NoCandidate {
        /// The primitive, such as `sha256`.
        primitive: Text,
    },
    /// The memory that the arguments require is not available.
    OutOfMemory,
    /// A numeric argument is outside the accepted range.
    Parameter {
        /// The argument's name in the documentation.
        argument: Text,
        /// The expected value.
        expected: Text,
        /// The actual value.
        actual: Number,
    },
    /// The operating system returned no random bytes.
    Randomness,
    /// Writing the record file failed.
    Record(OwnedText),
    /// A forced candidate or a policy is unknown, or cannot be used here.
    Unusable(OwnedText),
    /// `QUICKSALT_POLICY` is not a known policy; every call fails until a policy is set.
    UnknownPolicy,
    /// A signature, tag or ciphertext failed verification.
    Verification,
    /// The public key is a point of small order, with which the shared secret would be all zeros.
    WeakPublicKey,
}

impl Error {
    /// Constructs [`Error::InvalidPoint`].
    #[inline]
    #[must_use]
    pub const fn invalid_point(argument: &'static str) -> Self {
        Self::InvalidPoint { argument: text(argument) }
    }

    /// Constructs [`Error::Length`].
    #[inline]
    #[must_use]
    pub const fn length(argument: &'static str, expected: &'static str, actual: usize) -> Self {
        Self::Length { argument: text(argument), expected: text(expected), actual: count(actual) }
    }

    /// Constructs [`Error::Malformed`].
    #[inline]
    #[must_use]
    pub const fn malformed(argument: &'static str, expected: &'static str) -> Self {
        Self::Malformed { argument: text(argument), expected: text(expected) }
    }

    /// Constructs [`Error::NoCandidate`].
    #[inline]
    #[must_use]
    pub const fn no_candidate(primitive: &'static str) -> Self {
        Self::NoCandidate { primitive: text(primitive) }
    }

    /// Constructs [`Error::Parameter`].
    #[inline]
    #[must_use]
    pub const fn parameter(argument: &'static str, expected: &'static str, actual: u64) -> Self {
        Self::Parameter {
            argument: text(argument),
            expected: text(expected),
            actual: number(actual),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Barred { primitive, operation, policy } => write!(
                f,
                "no candidate of {primitive}.{operation} is {}, as the policy requires \
                 (QUICKSALT_POLICY or set_policy)",
                properties(policy)
            ),
            Self::InvalidPoint { argument } => {
                write!(f, "{argument} must encode a valid group element")
            }
            Self::Interrupted => f.write_str("the work was interrupted"),
            Self::KeyFile(text) => write!(f, "{text}"),
            Self::KeyMismatch => f.write_str("the public key does not match the secret key"),
            Self::Length { argument, expected, actual } => {
                write!(f, "{argument} must be {expected} bytes long, not {actual}")
            }
            Self::Malformed { argument, expected } => write!(f, "{argument} must be {expected}"),
            Self::NeutralElement => f.write_str("scalar times point is the neutral element"),
            Self::NoCandidate { primitive } => {
                write!(f, "no candidate of {primitive} passed its self-test on this machine")
            }
            Self::OutOfMemory => f.write_str("out of memory"),
            Self::Parameter { argument, expected, actual } => {
                write!(f, "{argument} must be {expected}, not {actual}")
            }
            Self::Randomness => f.write_str("the operating system returned no random bytes"),
            Self::Record(text) | Self::Unusable(text) => write!(f, "{text}"),
            Self::UnknownPolicy => f.write_str(
                "QUICKSALT_POLICY is not a known policy: expected fastest, checked, verified or \
                 verified,checked",
            ),
            Self::Verification => f.write_str("verification failed"),
            Self::WeakPublicKey => f.write_str("the public key is a point of small order"),
        }
    }
}

impl core::error::Error for Error {}

impl From<TryReserveError> for Error {
    fn from(_: TryReserveError) -> Self {
        Self::OutOfMemory
    }
}

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;
