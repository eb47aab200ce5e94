//! The fields of an error in a module for WebAssembly, whose callers get a return value: none, so that an error
//! is one byte. What an argument is called and how long it is would be code and texts in every function.

use core::fmt;

use super::Error;

/// Takes the place of every field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Nothing;

pub(super) type Text = Nothing;
pub(super) type OwnedText = Nothing;
pub(super) type Count = Nothing;
pub(super) type Number = Nothing;

pub(super) const fn text(_: &'static str) -> Text {
    Nothing
}

pub(super) const fn count(_: usize) -> Count {
    Nothing
}

pub(super) const fn number(_: u64) -> Number {
    Nothing
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
