//! The arguments and options of one call of the program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The values of a call's arguments and options, checked against their declarations. Look up an
/// argument by its name, and an option by its long form.
#[derive(Debug, Default)]
pub struct Call {
    pub(crate) values: Vec<(&'static str, Vec<OsString>)>,
}

impl Call {
    /// Returns whether a flag or an option was given, or has a default.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        !self.all(name).is_empty()
    }

    /// Returns all values of an argument or option.
    #[must_use]
    pub fn all(&self, name: &str) -> &[OsString] {
        let found = self.values.iter().find(|(declared, _)| *declared == name);
        debug_assert!(found.is_some(), "{name} is not declared");
        found.map_or(&[], |(_, values)| values)
    }

    /// Returns the last value of an argument or option, unparsed.
    #[must_use]
    pub fn raw(&self, name: &str) -> Option<&OsStr> {
        self.all(name).last().map(OsString::as_os_str)
    }

    /// Returns the value as text.
    ///
    /// # Errors
    /// A usage error if the value is not UTF-8.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Failure> {
        self.raw(name).map(|value| utf8(name, value)).transpose()
    }

    /// Returns all values as text.
    ///
    /// # Errors
    /// A usage error if a value is not UTF-8.
    pub fn texts(&self, name: &str) -> Result<Vec<&str>, Failure> {
        self.all(name).iter().map(|value| utf8(name, value)).collect()
    }

    /// Returns the value as a path.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<&Path> {
        self.raw(name).map(Path::new)
    }

    /// Returns all values as paths.
    #[must_use]
    pub fn paths(&self, name: &str) -> Vec<PathBuf> {
        self.all(name).iter().map(PathBuf::from).collect()
    }

    /// Returns the value of a [`Kind::Number`](crate::Kind::Number).
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        crate::values::number(self.raw(name)?.to_str()?).ok()
    }

    /// Returns the value of a [`Kind::Time`](crate::Kind::Time): seconds since 1970 in UTC.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<i64> {
        crate::values::time(self.raw(name)?.to_str()?)
    }
}

fn utf8<'a>(name: &str, value: &'a OsStr) -> Result<&'a str, Failure> {
    value.to_str().ok_or_else(|| Failure::usage(format!("{name} must be text in UTF-8")))
}
