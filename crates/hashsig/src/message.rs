//! Messages to sign or verify, given as bytes or as consecutive pieces.

use alloc::vec::Vec;
use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quicksalt::interrupt;

use crate::error::{Error, Result};

/// Reads the next bytes of a message into an empty buffer, and leaves it empty at the end of the
/// message. An error ends the operation.
pub type Read<'a> = dyn FnMut(&mut Vec<u8>) -> Result<()> + Send + 'a;

/// A message that is read once, while it is hashed.
pub struct Pieces<'a>(Mutex<Reading<'a>>);

struct Reading<'a> {
    read: &'a mut Read<'a>,
    /// The bytes that have been read but not hashed yet.
    piece: Vec<u8>,
    is_over: bool,
    is_hashed: bool,
}

impl<'a> Pieces<'a> {
    /// Creates the message that `read` supplies.
    #[must_use]
    pub fn new(read: &'a mut Read<'a>) -> Self {
        Self(Mutex::new(Reading { read, piece: Vec::new(), is_over: false, is_hashed: false }))
    }

    /// Returns whether the message begins with these bytes. Bytes that this check reads are hashed
    /// later.
    pub(crate) fn starts_with(&self, start: &[u8]) -> Result<bool> {
        let mut reading = self.lock();
        let mut more = Vec::new();
        while reading.piece.len() < start.len() && !reading.is_over {
            more.clear();
            (reading.read)(&mut more)?;
            reading.is_over = more.is_empty();
            reading.piece.extend_from_slice(&more);
        }
        Ok(reading.piece.starts_with(start))
    }

    fn lock(&self) -> MutexGuard<'_, Reading<'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message that can be hashed once. The trait hides the lifetime of the borrowed reader from
/// callers that only pass the message on.
pub(crate) trait Hashed: fmt::Debug + Sync {
    /// Passes all pieces to `hash`.
    fn for_each(&self, hash: &mut dyn FnMut(&[u8])) -> Result<()>;
}

impl Hashed for Pieces<'_> {
    fn for_each(&self, hash: &mut dyn FnMut(&[u8])) -> Result<()> {
        let mut reading = self.lock();
        let Reading { read, piece, is_over, is_hashed } = &mut *reading;
        if core::mem::replace(is_hashed, true) {
            return Err(Error::Unsafe("the message was read before"));
        }
        loop {
            hash(piece);
            piece.clear();
            if *is_over {
                return Ok(());
            }
            interrupt::check()?;
            read(piece)?;
            *is_over = piece.is_empty();
        }
    }
}

impl fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pieces(..)")
    }
}

/// A message in memory, or a message in pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Message<'a> {
    Bytes(&'a [u8]),
    Pieces(&'a dyn Hashed),
}

impl<'a> From<&'a [u8]> for Message<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}
