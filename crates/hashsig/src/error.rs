//! The error type for keys and signatures.

use alloc::string::String;

errors! {
    /// An error of a key or a signature. A failed verification never reveals the reason.
    #[derive(Clone, Debug, Eq, PartialEq)]
    Error:

    /// All one-time keys are used, or the index is past the last one.
    Exhausted = "no unused one-time key at this index";
    /// Bytes do not have the expected format.
    Malformed {
        /// The name of the expected format.
        what: &'static str,
        /// The expected contents.
        expected: &'static str,
    } = "not {what}: expected {expected}";
    /// Bytes have a format version from a later release.
    Newer {
        /// The name of the format.
        what: &'static str,
        /// The version found.
        found: u32,
        /// The latest version that this release reads.
        known: u32,
    } =
        "{what} was made by a newer quicksalt (format {found}); this one reads up to {known}: \
         install the newer one";
    /// An argument is out of range.
    Parameter {
        /// The name of the argument.
        argument: &'static str,
        /// The expected range.
        expected: &'static str,
        /// The actual value.
        actual: u64,
    } = "{argument} must be {expected}, not {actual}";
    /// A text does not describe valid parameters of a key.
    Text {
        /// The expectation, such as "parameters are ...".
        expected: &'static str,
        /// The actual value.
        found: String,
    } = "{expected}, not {found}";
    /// A primitive or the source of randomness failed, or the work was interrupted
    /// ([`quicksalt::interrupt`]).
    Primitive(error: quicksalt::Error) = "{error}";
    /// The message begins with the prefix that is reserved for certificates of sub-keys.
    Reserved =
        "message must not begin with quicksalt-sub-: messages with this prefix certify sub-keys; \
         prepend something, such as the length of the message";
    /// The credentials do not yield the published key; the text says what to check.
    Unrecovered(why: &'static str) = "{why}";
    /// The operation is defined but would expose keys. The text explains how.
    Unsafe(why: &'static str) = "{why}";
    /// The signature is invalid.
    Verification = "verification failed";
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Primitive(error) => Some(error),
            _ => None,
        }
    }
}

impl From<quicksalt::Error> for Error {
    fn from(error: quicksalt::Error) -> Self {
        Self::Primitive(error)
    }
}

/// The result type of the crate's fallible functions.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// Returns [`Error::Parameter`] if `is_so` is false.
    pub(crate) fn require(
        is_so: bool,
        argument: &'static str,
        expected: &'static str,
        actual: u64,
    ) -> Result<()> {
        if is_so { Ok(()) } else { Err(Self::Parameter { argument, expected, actual }) }
    }
}
