//! The one error type of the library.

use alloc::collections::TryReserveError;
use core::fmt;

use crate::error_fields::{Count, Number, OwnedText, Text, count, number, properties, text};

/// What can go wrong. A failed verification never says why.
///
/// In modules for WebAssembly, whose callers get a return value, an error is one byte: what an argument is
/// called and how long it is would be code and texts in every function.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The policy bars every candidate of an operation that passes its self-test on this machine.
    Barred {
        /// The primitive, such as `sha256`.
        primitive: Text,
        /// The operation, such as `hash`.
        operation: Text,
        /// The policy, such as `verified`.
        policy: Text,
    },
    /// An argument that is to be a point of a group does not encode one that the operation takes.
    InvalidPoint {
        /// The argument as the documentation names it.
        argument: Text,
    },
    /// The work is no longer wanted, see [`crate::interrupt`].
    Interrupted,
    /// A key file is not what it should be, see [`crate::keyfile`]; the text says what is wrong.
    KeyFile(Text),
    /// The two halves of a 64-byte Ed25519 secret key do not belong together: the last 32 bytes
    /// are not the public key of the seed in the first 32. Or a key file has a public key that is not
    /// that of its private key.
    KeyMismatch,
    /// A length is outside what the operation takes.
    Length {
        /// The argument as the documentation names it.
        argument: Text,
        /// What was expected, in bytes.
        expected: Text,
        /// What came, in bytes.
        actual: Count,
    },
    /// A text is not of the form that the operation takes.
    Malformed {
        /// The argument as the documentation names it.
        argument: Text,
        /// What was expected.
        expected: Text,
    },
    /// The product of a scalar and a point is the neutral element, of which no secret can be made:
    /// the scalar is zero modulo the order of the group, or the point is neutral.
    NeutralElement,
    /// No candidate of this primitive passed its self-test on this machine. A call that can return
    /// this can return [`Error::Barred`] and [`Error::UnknownPolicy`] too.
    NoCandidate {
        /// The primitive, such as `sha256`.
        primitive: Text,
    },
    /// There is no memory for what the arguments ask for.
    OutOfMemory,
    /// A number is outside what the operation takes.
    Parameter {
        /// The argument as the documentation names it.
        argument: Text,
        /// What was expected.
        expected: Text,
        /// What came.
        actual: Number,
    },
    /// The operating system gave no random bytes.
    Randomness,
    /// The record file could not be written.
    Record(OwnedText),
    /// A name given to force a choice, or of a policy, is not known, or what it names cannot be used
    /// here.
    Unusable(OwnedText),
    /// `QUICKSALT_POLICY` names a policy that does not exist; nothing runs until one is set.
    UnknownPolicy,
    /// A signature, an authenticator or a ciphertext is not genuine.
    Verification,
    /// The public key is a point of small order, so that the shared secret would be all zeros.
    WeakPublicKey,
}

impl Error {
    /// An [`Error::InvalidPoint`].
    #[inline]
    #[must_use]
    pub const fn invalid_point(argument: &'static str) -> Self {
        Self::InvalidPoint { argument: text(argument) }
    }

    /// An [`Error::Length`].
    #[inline]
    #[must_use]
    pub const fn length(argument: &'static str, expected: &'static str, actual: usize) -> Self {
        Self::Length { argument: text(argument), expected: text(expected), actual: count(actual) }
    }

    /// An [`Error::Malformed`].
    #[inline]
    #[must_use]
    pub const fn malformed(argument: &'static str, expected: &'static str) -> Self {
        Self::Malformed { argument: text(argument), expected: text(expected) }
    }

    /// An [`Error::NoCandidate`].
    #[inline]
    #[must_use]
    pub const fn no_candidate(primitive: &'static str) -> Self {
        Self::NoCandidate { primitive: text(primitive) }
    }

    /// An [`Error::Parameter`].
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
