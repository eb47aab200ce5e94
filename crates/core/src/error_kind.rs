//! The field types of an error in a WebAssembly module. The types are empty, so that an error is
//! one byte. The module's callers only see a return value, and argument names and lengths would add
//! code and text to every function.

use core::fmt;

/// An empty type that replaces the type of every error field.
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
