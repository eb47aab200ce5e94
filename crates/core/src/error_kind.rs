//! The fields of an error in a module for WebAssembly, whose callers get a return value: none, so that an error
//! is one byte. What an argument is called and how long it is would be code and texts in every function.

use core::fmt;

/// Takes the place of every field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Nothing;

pub(crate) type Text = Nothing;
pub(crate) type OwnedText = Nothing;
pub(crate) type Count = Nothing;
pub(crate) type Number = Nothing;

pub(crate) const fn text(_: &'static str) -> Text {
    Nothing
}

pub(crate) const fn count(_: usize) -> Count {
    Nothing
}

pub(crate) const fn number(_: u64) -> Number {
    Nothing
}

pub(crate) fn properties(_: &Text) -> Text {
    Nothing
}

impl fmt::Display for Nothing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
