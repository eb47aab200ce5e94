//! The field types of an error.

use alloc::string::String;

/// A static text, such as the name of an argument or the expected format.
pub(crate) type Text = &'static str;
/// A text that is built when the error occurs.
pub(crate) type OwnedText = String;
/// A length in bytes.
pub(crate) type Count = usize;
/// A numeric argument.
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

/// Returns the properties that a policy requires, joined by "and" for an error message.
pub(crate) fn properties(policy: &str) -> String {
    policy.replace(',', " and ")
}
