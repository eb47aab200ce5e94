//! How the indices of a key are divided: the key's own line and named allocations, pure
//! accounting without a disk.
//!
//! Every line is a range with a watermark: what lies below is used or given away, what lies at or
//! above may be. Reserving and allocating both move the watermark up and never down; an
//! allocation takes what it gets from *above* the watermark of the line that it comes from and
//! moves that watermark past it. So the parts that may still be used never meet, and one rule
//! brings any rolled-back state to safety: move every watermark up far enough.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::hazmat::blake2b;

use super::codec::{NAME_MAX, Write};
use super::error::{Error, Result};
use crate::reader::Reader;

/// The most named allocations that a key can have.
pub const ALLOCATIONS_MAX: usize = 4096;

const LEDGER: &[u8; blake2b::PERSONAL_LEN] = b"qs-store-ledger\0";

/// The indices of a key, divided.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Space {
    /// The key's own line comes first; the others in the order in which they were made. Only
    /// watermarks ever change.
    lines: Vec<Line>,
    head: [u8; 32],
}

/// A line of indices: the key's own, whose name is empty, or a named allocation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line {
    name: Box<str>,
    /// Where among the lines the one stands that it was taken from.
    from: usize,
    range: Range<u64>,
    next: u64,
}

impl Line {
    /// Its name; empty for the key's own line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All indices that it was given.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// The watermark: the least index that may still be used.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// How many indices may still be used or given away.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.range.end - self.next
    }

    fn advance(&mut self, count: u64) -> Result<Range<u64>> {
        if count == 0 {
            return Err(Error::Range("ask for at least one index"));
        }
        if count > self.remaining() {
            let (name, remaining) = (self.name.clone(), self.remaining());
            return Err(Error::Exhausted { name, asked: count, remaining });
        }
        let start = self.next;
        self.next += count;
        Ok(start..self.next)
    }
}

impl Space {
    /// One line over all indices of a key.
    ///
    /// # Errors
    /// [`Error::Range`] if there are none.
    pub fn new(range: Range<u64>) -> Result<Self> {
        if range.is_empty() {
            return Err(Error::Range(
                "the range of indices is empty: its end must be past its start",
            ));
        }
        let head = digest(&[&range.start.to_le_bytes(), &range.end.to_le_bytes()])?;
        let next = range.start;
        Ok(Self { lines: alloc::vec![Line { name: "".into(), from: 0, range, next }], head })
    }

    /// Uses up the next `count` indices of a line.
    ///
    /// # Errors
    /// [`Error::UnknownName`]; [`Error::Range`] if `count` is 0; [`Error::Exhausted`] if fewer are
    /// left. Nothing is used up then.
    pub fn reserve(&mut self, name: &str, count: u64) -> Result<Range<u64>> {
        self.line_mut(name)?.advance(count)
    }

    /// Gives the next `count` indices of the line `from` to a new one.
    ///
    /// # Errors
    /// As [`Self::reserve`] of `from`; [`Error::Name`] and [`Error::NameTaken`] if the new name
    /// cannot be; [`Error::TooLarge`] if there are [`ALLOCATIONS_MAX`] already.
    pub fn allocate(&mut self, from: &str, name: &str, count: u64) -> Result<Range<u64>> {
        check_name(name)?;
        if self.position(name).is_ok() {
            return Err(Error::NameTaken(name.to_owned()));
        }
        if self.lines.len() > ALLOCATIONS_MAX {
            let most = ALLOCATIONS_MAX as u64;
            return Err(Error::TooLarge { what: "the number of allocations", most });
        }
        let from = self.position(from)?;
        let mut source = self.lines[from].clone();
        let range = source.advance(count)?;
        let line = Line { name: name.into(), from, next: range.start, range: range.clone() };
        self.head = chained(&self.head, &line)?;
        self.lines[from] = source;
        self.lines.push(line);
        Ok(range)
    }

    /// Moves a line's watermark up to `index` if it is below; past the end it means exhausted.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn raise(&mut self, name: &str, index: u64) -> Result<()> {
        let line = self.line_mut(name)?;
        line.next = line.next.max(index.min(line.range.end));
        Ok(())
    }

    /// Moves every watermark up by `count`, or to the end of its line.
    pub fn skip(&mut self, count: u64) {
        for line in &mut self.lines {
            line.next = line.next.saturating_add(count).min(line.range.end);
        }
    }

    /// The line of a name; the empty name is the key's own.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn line(&self, name: &str) -> Result<&Line> {
        self.position(name).map(|at| &self.lines[at])
    }

    /// The named allocations, in the order in which they were made: the ledger. It only grows, and
    /// nothing in it changes but the watermarks.
    #[must_use]
    pub fn allocations(&self) -> &[Line] {
        &self.lines[1..]
    }

    /// The lines that an allocation was taken out of one after another, the key's own left out,
    /// the allocation itself last.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn path(&self, name: &str) -> Result<Vec<&Line>> {
        let mut at = self.position(name)?;
        let mut path = Vec::new();
        while at != 0 {
            path.push(&self.lines[at]);
            at = self.lines[at].from;
        }
        path.reverse();
        Ok(path)
    }

    /// A digest over the ledger, each entry chained to all before it. Who knows an older head can
    /// tell whether the ledger has only grown.
    #[must_use]
    pub fn head(&self) -> [u8; 32] {
        self.head
    }

    /// How many bytes [`Self::encode`] writes.
    pub(super) fn encoded_len(&self) -> usize {
        let named = |line: &Line| 4 + 1 + line.name.len() + 24;
        24 + 4 + self.allocations().iter().map(named).sum::<usize>()
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let own = &self.lines[0];
        out.u64(own.range.start);
        out.u64(own.range.end);
        out.u64(own.next);
        // At most `ALLOCATIONS_MAX`, each with a name of at most `NAME_MAX` bytes.
        out.u32(self.allocations().len() as u32);
        for line in self.allocations() {
            out.u32(line.from as u32);
            out.u8(line.name.len() as u8);
            out.extend_from_slice(line.name.as_bytes());
            out.u64(line.range.start);
            out.u64(line.range.end);
            out.u64(line.next);
        }
    }

    /// Makes the division once more, one allocation after another, and so accepts nothing that
    /// could not have come about.
    pub(super) fn decode(record: &mut Reader<'_>) -> Option<Self> {
        let mut space = Self::new(record.u64_le()?..record.u64_le()?).ok()?;
        let mut watermarks = alloc::vec![record.u64_le()?];
        for _ in 0..record.u32_le()? {
            let from = space.lines.get(record.u32_le()? as usize)?.name.clone();
            let len = record.u8()?.into();
            let name = core::str::from_utf8(record.take(len)?).ok()?;
            let range = record.u64_le()?..record.u64_le()?;
            // What the source reserved before it gave this away lies between.
            if space.line(&from).ok()?.next > range.start {
                return None;
            }
            space.raise(&from, range.start).ok()?;
            let count = range.end.checked_sub(range.start)?;
            if space.allocate(&from, name, count).ok()? != range {
                return None;
            }
            watermarks.push(record.u64_le()?);
        }
        for (line, watermark) in space.lines.iter_mut().zip(watermarks) {
            if !(line.next..=line.range.end).contains(&watermark) {
                return None;
            }
            line.next = watermark;
        }
        Some(space)
    }

    fn position(&self, name: &str) -> Result<usize> {
        let unknown = || Error::UnknownName(name.to_owned());
        self.lines.iter().position(|line| &*line.name == name).ok_or_else(unknown)
    }

    fn line_mut(&mut self, name: &str) -> Result<&mut Line> {
        self.position(name).map(|at| &mut self.lines[at])
    }
}

fn check_name(name: &str) -> Result<()> {
    let fits = (1..=NAME_MAX).contains(&name.len()) && !name.contains(char::is_control);
    if fits { Ok(()) } else { Err(Error::Name(name.to_owned())) }
}

fn chained(head: &[u8; 32], line: &Line) -> Result<[u8; 32]> {
    let (from, len) = (line.from as u64, line.name.len() as u64);
    digest(&[
        head,
        &from.to_le_bytes(),
        &len.to_le_bytes(),
        line.name.as_bytes(),
        &line.range.start.to_le_bytes(),
        &line.range.end.to_le_bytes(),
    ])
}

fn digest(parts: &[&[u8]]) -> Result<[u8; 32]> {
    let mut digest = [0; 32];
    blake2b::hash(&mut digest, &[], &[0; blake2b::SALT_LEN], LEDGER, parts)?;
    Ok(digest)
}
