//! The fields of an error.

use alloc::string::String;

/// A name or a condition.
pub(crate) type Text = &'static str;
/// A text that is made when the error is.
pub(crate) type OwnedText = String;
/// A length in bytes.
pub(crate) type Count = usize;
/// The number that came.
pub(crate) type Number = u64;

pub(crate) const fn text(text: &'static str) -> Text {
    text
}

pub(crate) const fn count(count: usize) -> Count {
    count
}

pub(crate) const fn number(number: u64) -> Number {
    number
}

/// The properties that a policy asks for, as a sentence has them.
pub(crate) fn properties(policy: &str) -> String {
    policy.replace(',', " and ")
}
