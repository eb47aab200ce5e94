//! The fields of an error, and its text.

use alloc::string::String;
use core::fmt;

use super::Error;

/// A name or a condition.
pub(super) type Text = &'static str;
/// A text that is made when the error is.
pub(super) type OwnedText = String;
/// A length in bytes.
pub(super) type Count = usize;
/// The number that came.
pub(super) type Number = u64;

pub(super) const fn text(text: &'static str) -> Text {
    text
}

pub(super) const fn count(count: usize) -> Count {
    count
}

pub(super) const fn number(number: u64) -> Number {
    number
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Barred { primitive, operation, policy } => write!(
                f,
                "no candidate of {primitive}.{operation} is {}, as the policy asks \
                 (QUICKSALT_POLICY or set_policy)",
                policy.replace(',', " and ")
            ),
            Self::InvalidPoint { argument } => {
                write!(f, "{argument} must be the encoding of a point of the group")
            }
            Self::Interrupted => f.write_str("the work was interrupted"),
            Self::KeyFile(text) => f.write_str(text),
            Self::KeyMismatch => f.write_str("the two halves of the secret key disagree"),
            Self::Length { argument, expected, actual } => {
                write!(f, "{argument} must be {expected} bytes long, not {actual}")
            }
            Self::Malformed { argument, expected } => write!(f, "{argument} must be {expected}"),
            Self::NeutralElement => {
                f.write_str("the product of the scalar and the point is the neutral element")
            }
            Self::NoCandidate { primitive } => {
                write!(f, "no candidate of {primitive} passed its self-test on this machine")
            }
            Self::OutOfMemory => f.write_str("there is not enough memory"),
            Self::Parameter { argument, expected, actual } => {
                write!(f, "{argument} must be {expected}, not {actual}")
            }
            Self::Randomness => f.write_str("the operating system gave no random bytes"),
            Self::Record(text) | Self::Unusable(text) => f.write_str(text),
            Self::UnknownPolicy => f.write_str(
                "QUICKSALT_POLICY names no policy: expected fastest, checked, verified or \
                 verified,checked",
            ),
            Self::Verification => f.write_str("verification failed"),
            Self::WeakPublicKey => f.write_str("the public key is a point of small order"),
        }
    }
}
