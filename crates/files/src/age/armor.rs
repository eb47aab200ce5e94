//! Age's armour: the strict form of PEM (RFC 7468, figure 3) with lines of 64 letters.

use alloc::vec::Vec;
use std::io::Write;

use quicksalt::Wiped;

use crate::base64;
use crate::error::{Error, Result};
use crate::input::{Input, Source};
use crate::pipeline::{Sink, write};

const BEGIN: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";
const END: &[u8] = b"-----END AGE ENCRYPTED FILE-----";
/// The number of base64 letters in a full line, and the number of bytes that they encode.
const WIDTH: usize = 64;
const LINE: usize = WIDTH / 4 * 3;
/// The maximum amount of whitespace before and after the armour, in bytes.
const SPACE_MAX: usize = 1024;

/// Reports whether a file that begins with these bytes may be armoured.
pub(super) fn begins(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(BEGIN)
}

/// The number of a file's first bytes that [`begins`] needs.
pub(super) const LOOK: usize = SPACE_MAX + BEGIN.len();

/// A reader that removes the armour from a file.
pub(super) struct Unarmor<S> {
    text: Input<S>,
    /// The decoded bytes of the line that was read last; the bytes `at..end` are still unread.
    line: [u8; LINE],
    at: usize,
    end: usize,
    state: State,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum State {
    Before,
    Within,
    /// The line that was read last was shorter than a full line, so it must be the final line.
    Last,
    Behind,
}

impl<S: Source> Unarmor<S> {
    pub(super) fn new(text: Input<S>) -> Self {
        Self { text, line: [0; LINE], at: 0, end: 0, state: State::Before }
    }

    /// Reads a line without its line end; the end of the file is an error.
    fn text_line(&mut self) -> Result<Vec<u8>> {
        let mut line = self.text.line(SPACE_MAX)?;
        if line.is_empty() {
            return Err(Error::Armor("the armour is truncated"));
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        }
        Ok(line)
    }

    fn begin(&mut self) -> Result<()> {
        let mut space = 0;
        loop {
            let line = self.text_line()?;
            if !line.trim_ascii().is_empty() {
                let is_begin = line == BEGIN;
                let wrong = Error::Armor("malformed first line of the armour");
                return if is_begin { Ok(()) } else { Err(wrong) };
            }
            space += line.len() + 1;
            if space > SPACE_MAX {
                return Err(Error::Armor("too much whitespace before the armour"));
            }
        }
    }

    fn behind(&mut self) -> Result<()> {
        let mut rest = [0; SPACE_MAX];
        let len = self.text.fill(&mut rest)?;
        if !rest[..len].trim_ascii().is_empty() || len == SPACE_MAX {
            return Err(Error::Armor("unexpected data after the armour"));
        }
        self.state = State::Behind;
        Ok(())
    }

    /// Reads the next line. Do not call this again once the state is `Behind`.
    fn next(&mut self) -> Result<()> {
        if self.state == State::Before {
            self.begin()?;
            self.state = State::Within;
        }
        let line = self.text_line()?;
        if line == END {
            return self.behind();
        }
        if self.state == State::Last {
            return Err(Error::Armor("a line of the armour is too short"));
        }
        if line.is_empty() || line.len() > WIDTH {
            return Err(Error::Armor("a line of the armour is empty or too long"));
        }
        let wrong = Error::Armor("invalid base64 in the armour");
        (self.at, self.end) = (0, base64::from_padded(&line, &mut self.line).ok_or(wrong)?);
        if self.end < LINE {
            self.state = State::Last;
        }
        Ok(())
    }
}

impl<S: Source> Source for Unarmor<S> {
    fn some(&mut self, out: &mut [u8]) -> Result<usize> {
        while self.at == self.end && self.state != State::Behind {
            self.next()?;
        }
        let len = (self.end - self.at).min(out.len());
        out[..len].copy_from_slice(&self.line[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

/// A writer that adds armour.
pub(super) struct Armor<W> {
    target: W,
    /// The bytes of an incomplete line.
    held: Wiped<Vec<u8>>,
}

impl<W: Write> Armor<W> {
    pub(super) fn new(mut target: W) -> Result<Self> {
        write(&mut target, &[BEGIN, b"\n"].concat())?;
        Ok(Self { target, held: Vec::new().into() })
    }

    pub(super) fn finish(mut self) -> Result<()> {
        let mut text = Vec::new();
        if !self.held.is_empty() {
            base64::push_line(&mut text, &self.held);
        }
        text.extend_from_slice(END);
        text.push(b'\n');
        write(&mut self.target, &text)
    }
}

impl<W: Write> Sink for Armor<W> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        let mut text = Vec::new();
        let most = (self.held.len() + bytes.len()) / LINE * (WIDTH + 1);
        text.try_reserve_exact(most).map_err(quicksalt::Error::from)?;
        let fill = if self.held.is_empty() { 0 } else { (LINE - self.held.len()).min(bytes.len()) };
        let (first, rest) = bytes.split_at(fill);
        self.held.extend_from_slice(first);
        if self.held.len() == LINE {
            base64::push_line(&mut text, &self.held);
            self.held.clear();
        }
        let (lines, left) = rest.as_chunks::<LINE>();
        for line in lines {
            base64::push_line(&mut text, line);
        }
        self.held.extend_from_slice(left);
        write(&mut self.target, &text)
    }
}
