//! The one error type of the crate.

use alloc::string::String;

errors! {
    /// The errors of keys and signatures. A failed verification never gives its reason.
    #[derive(Clone, Debug, Eq, PartialEq)]
    Error:

    /// The key has no one-time key of this index: all are used, or the index lies beyond the last.
    Exhausted = "no unused one-time key at this index";
    /// Bytes are not what they are said to be.
    Malformed {
        /// What the bytes should have been.
        what: &'static str,
        /// What is expected of them.
        expected: &'static str,
    } = "not {what}: expected {expected}";
    /// Bytes are of a version that a later release writes.
    Newer {
        /// What they are.
        what: &'static str,
        /// Their version.
        found: u32,
        /// The latest that is read.
        known: u32,
    } =
        "{what} was made by a newer quicksalt (format {found}); this one reads up to {known}: \
         install the newer one";
    /// A number is outside what the scheme takes.
    Parameter {
        /// The argument as the documentation names it.
        argument: &'static str,
        /// What was expected.
        expected: &'static str,
        /// What came.
        actual: u64,
    } = "{argument} must be {expected}, not {actual}";
    /// A text does not name the parameters of a key.
    Text {
        /// What was expected: "parameters are ...".
        expected: &'static str,
        /// What came.
        found: String,
    } = "{expected}, not {found}";
    /// A primitive or the source of randomness failed, or the work was interrupted
    /// ([`quicksalt::interrupt`]).
    Primitive(error: quicksalt::Error) = "{error}";
    /// The message begins with what certificates of sub-keys alone begin with.
    Reserved =
        "message must not begin with quicksalt-sub-: messages with this prefix certify sub-keys; \
         prepend something, such as the length of the message";
    /// Credentials did not lead back to the published key; the text says what to check.
    Unrecovered(why: &'static str) = "{why}";
    /// The format is defined, but doing this with it would give keys away; the text says how.
    Unsafe(why: &'static str) = "{why}";
    /// A signature is not genuine.
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

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    /// [`Error::Parameter`] unless the argument is as expected.
    pub(crate) fn require(
        is_so: bool,
        argument: &'static str,
        expected: &'static str,
        actual: u64,
    ) -> Result<()> {
        if is_so { Ok(()) } else { Err(Self::Parameter { argument, expected, actual }) }
    }
}
