//! Random access to an encrypted file.

use core::borrow::Borrow;
use core::fmt;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

use super::payload::{CHUNK, Open, SEALED};
use super::{Identity, armor, open};
use crate::error::{Error, Result};
use crate::input::{Input, Raw, Source};
use crate::pipeline::{Out, Work};

/// Random access to an encrypted file's plaintext. Opening the file authenticates its last chunk
/// and thereby its length. Reading authenticates every other chunk that it needs.
///
/// ```
/// use std::io::{Cursor, Read, Seek, SeekFrom};
///
/// use quicksalt_files::age::{self, Form, Identity, Reader, To};
///
/// let identity = Identity::generate()?;
/// let recipients = [identity.recipient()?];
/// let mut sealed = Vec::new();
/// let mut zeros = std::io::repeat(0).take(1 << 20);
/// age::encrypt(&mut zeros, &mut sealed, &To::Recipients(&recipients), Form::Binary)?;
///
/// let mut reader = Reader::new(Cursor::new(sealed), &[identity])?;
/// assert_eq!(reader.seek(SeekFrom::End(-3))?, (1 << 20) - 3);
/// let mut rest = Vec::new();
/// reader.read_to_end(&mut rest)?;
/// assert_eq!(rest, [0; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    source: R,
    open: Open,
    /// The offset of the first chunk in the source.
    start: u64,
    chunks: u64,
    len: u64,
    at: u64,
    /// The number of the chunk in the buffer.
    held: Option<u64>,
    chunk: Out,
}

impl<R: Read + Seek> Reader<R> {
    /// Opens an unarmoured file, which extends from the source's current position to its end.
    ///
    /// # Errors
    /// The errors of [`super::decrypt`].
    pub fn new(mut source: R, identities: &[impl Borrow<Identity>]) -> Result<Self> {
        let begin = source.stream_position().map_err(Error::Read)?;
        let mut input = Input::new(Raw(&mut source));
        if armor::begins(input.peek(armor::LOOK)?) {
            return Err(Error::Armor("random access requires a file without armour"));
        }
        let open = open(&mut input, identities)?;
        let start = begin + input.taken();
        let end = source.seek(SeekFrom::End(0)).map_err(Error::Read)?;
        let sealed = end.saturating_sub(start);
        let chunks = sealed.div_ceil(SEALED as u64).max(1);
        let len = sealed.checked_sub(chunks * (SEALED - CHUNK) as u64).ok_or(Error::Payload)?;
        let chunk = Out::new(CHUNK)?;
        let mut reader = Self { source, open, start, chunks, len, at: 0, held: None, chunk };
        reader.load(chunks - 1)?;
        Ok(reader)
    }

    /// Returns the plaintext's length in bytes.
    pub fn content_len(&self) -> u64 {
        self.len
    }

    fn load(&mut self, number: u64) -> Result<()> {
        if self.held == Some(number) {
            return Ok(());
        }
        self.held = None;
        self.chunk.clear();
        let place = self.start + number * SEALED as u64;
        self.source.seek(SeekFrom::Start(place)).map_err(Error::Read)?;
        let mut sealed = quicksalt::memory::zeros(SEALED)?;
        let len = Raw(&mut self.source).fill(&mut sealed)?;
        let is_last = number + 1 == self.chunks;
        self.open.chunk(number, is_last, &sealed[..len], &mut self.chunk)?;
        self.held = Some(number);
        Ok(())
    }
}

impl<R: Read + Seek> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.len || out.is_empty() {
            return Ok(0);
        }
        let (number, within) = (self.at / CHUNK as u64, (self.at % CHUNK as u64) as usize);
        self.load(number).map_err(|error| match error {
            Error::Read(error) => error,
            error => io::Error::new(ErrorKind::InvalidData, error),
        })?;
        let rest = self.chunk.bytes().get(within..).unwrap_or_default();
        let len = rest.len().min(out.len());
        out[..len].copy_from_slice(&rest[..len]);
        self.at += len as u64;
        Ok(len)
    }
}

impl<R> Seek for Reader<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = place.ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

/// Formats only the lengths.
impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("len", &self.len).finish_non_exhaustive()
    }
}
