//! Gives Lisp functions access to the contents of handles.

use std::fs::File;

use crate::env::{Env, Failure, Result};
use crate::kept::Kept;
use crate::raw::Value;

impl Env {
    fn is_handle(&self, value: Value) -> Result<bool> {
        let answer = self.call(b"user-ptrp\0", &mut [value])?;
        Ok(self.is_true(answer))
    }

    /// Calls a function with the bytes of a key, given as a string or a handle.
    pub(crate) fn with_key<T>(
        &self,
        value: Value,
        call: impl FnOnce(&[u8]) -> Result<T>,
    ) -> Result<T> {
        if !self.is_handle(value)? {
            return call(&self.bytes(value)?);
        }
        self.with_handle(value, call)
    }

    /// Calls a function with the key of a handle; a value that is not a handle is an error.
    pub(crate) fn with_handle<T>(
        &self,
        value: Value,
        call: impl FnOnce(&[u8]) -> Result<T>,
    ) -> Result<T> {
        self.with_kept(value, |kept| match kept {
            Some(Kept::Key(secret)) => call(secret),
            Some(Kept::File(_)) => Err(Failure::Told("the handle holds a file, not a key".into())),
            None => Err(Failure::Told("a key must be a unibyte string or a key handle".into())),
        })
    }

    /// Calls a function with the memory file of a handle.
    pub(crate) fn with_memory_file<T>(
        &self,
        value: Value,
        call: impl FnOnce(&File) -> Result<T>,
    ) -> Result<T> {
        self.with_kept(value, |kept| match kept {
            Some(Kept::File(file)) => call(file.file()),
            _ => Err(Failure::Told("expected the handle of a memory file".into())),
        })
    }

    /// Calls a function with a handle's content, or with `None` if the value is not a handle.
    fn with_kept<T>(
        &self,
        value: Value,
        call: impl FnOnce(Option<&Kept>) -> Result<T>,
    ) -> Result<T> {
        let held = self.held(value);
        self.pending()?;
        let Some(held) = held else { return call(None) };
        match &*held.borrow() {
            None => Err(Failure::Told("the key has been forgotten".into())),
            kept => call(kept.as_ref()),
        }
    }

    /// Wipes the content of a handle.
    pub(crate) fn forget(&self, value: Value) -> Result<()> {
        if self.is_handle(value)?
            && let Some(held) = self.held(value)
        {
            *held.borrow_mut() = None;
            return Ok(());
        }
        Err(Failure::Told("not a key handle".into()))
    }
}
