//! A buffered source with lookahead.

use alloc::vec::Vec;
use core::time::Duration;
use std::io::{ErrorKind, Read};
use std::thread;

use quicksalt::{interrupt, memory};

use crate::error::{Error, Result};

/// A source that supplies bytes.
pub(crate) trait Source {
    /// Reads at least one byte, and returns the number of bytes. The number is zero only at the end
    /// of the source or if `out` is empty.
    fn some(&mut self, out: &mut [u8]) -> Result<usize>;

    /// Reads until `out` is full or the source ends; returns the number of bytes.
    fn fill(&mut self, out: &mut [u8]) -> Result<usize> {
        let mut len = 0;
        while len < out.len() {
            match self.some(&mut out[len..])? {
                0 => break,
                more => len += more,
            }
        }
        Ok(len)
    }
}

/// Reads from any [`Read`].
pub(crate) struct Raw<R>(pub(crate) R);

impl<R: Read> Source for Raw<R> {
    /// Reads bytes. If a signal interrupts the read, checks for cancellation.
    fn some(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            match self.0.read(out) {
                Err(error) if error.kind() == ErrorKind::Interrupted => after_signal()?,
                read => return read.map_err(Error::Read),
            }
        }
    }
}

/// The number of bytes to read ahead at a time.
const ROOM: usize = 8 << 10;

/// Checks for cancellation after a signal. The interrupt source is polled only periodically, and a
/// second signal may never come, so this function first waits until the next poll.
pub(crate) fn after_signal() -> Result<()> {
    thread::sleep(LOOK);
    Ok(interrupt::check()?)
}

/// A delay longer than the poll interval.
const LOOK: Duration = Duration::from_millis(60);

/// A source, and the bytes that were read ahead from it.
pub(crate) struct Input<S> {
    source: S,
    ahead: Vec<u8>,
    at: usize,
    taken: u64,
}

impl<S: Source> Input<S> {
    pub(crate) fn new(source: S) -> Self {
        Self { source, ahead: Vec::new(), at: 0, taken: 0 }
    }

    /// The number of bytes that were consumed.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    fn take(&mut self, len: usize) {
        self.at += len;
        self.taken += len as u64;
    }

    /// Returns the next `len` bytes, or fewer at the end of the source, without consuming them.
    pub(crate) fn peek(&mut self, len: usize) -> Result<&[u8]> {
        while self.rest().len() < len && self.fetch()? {}
        let most = len.min(self.rest().len());
        Ok(&self.rest()[..most])
    }

    /// Returns the next line including its line feed, if it has one; the line is empty at the end
    /// of the source. A line longer than `most` bytes is returned in pieces of `most` bytes.
    pub(crate) fn line(&mut self, most: usize) -> Result<Vec<u8>> {
        let mut looked = 0;
        let end = loop {
            let rest = self.rest();
            if let Some(found) = rest[looked..].iter().position(|byte| *byte == b'\n') {
                break looked + found + 1;
            }
            looked = rest.len();
            if looked >= most || !self.fetch()? {
                break looked;
            }
        };
        let line = memory::copy(&self.rest()[..end.min(most)])?;
        self.take(line.len());
        Ok(line)
    }

    fn rest(&self) -> &[u8] {
        &self.ahead[self.at..]
    }

    /// Reads more bytes ahead. Returns whether the source supplied any.
    fn fetch(&mut self) -> Result<bool> {
        self.ahead.drain(..self.at);
        self.at = 0;
        let len = self.ahead.len();
        self.ahead.try_reserve(ROOM).map_err(quicksalt::Error::from)?;
        self.ahead.resize(len + ROOM, 0);
        let read = self.source.some(&mut self.ahead[len..]);
        self.ahead.truncate(len + *read.as_ref().unwrap_or(&0));
        Ok(read? > 0)
    }
}

impl<S: Source> Source for Input<S> {
    fn some(&mut self, out: &mut [u8]) -> Result<usize> {
        if self.rest().is_empty() {
            let len = self.source.some(out)?;
            self.taken += len as u64;
            return Ok(len);
        }
        let len = self.rest().len().min(out.len());
        out[..len].copy_from_slice(&self.rest()[..len]);
        self.take(len);
        Ok(len)
    }
}
