//! Input and output streams. An interrupt ends a wait for either.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::os::{self, Interrupts};

/// The input of a command: a file or the standard input.
pub struct Input<'a> {
    pub(crate) file: File,
    pub(crate) interrupts: &'a Interrupts,
    /// Whether the command opened the file itself.
    pub(crate) is_ours: bool,
}

impl Input<'_> {
    /// Returns the file if it is a regular file that this command opened, and therefore seekable.
    #[must_use]
    pub fn regular(&self) -> Option<&File> {
        let is_regular = || self.file.metadata().is_ok_and(|found| found.is_file());
        (self.is_ours && is_regular()).then_some(&self.file)
    }
}

impl Read for Input<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        os::read(&self.file, out, self.interrupts)
    }
}

/// A file descriptor that was opened outside this crate.
pub(crate) struct Descriptor<'a> {
    pub(crate) number: i32,
    pub(crate) interrupts: &'a Interrupts,
}

impl Read for Descriptor<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        os::read_descriptor(self.number, out, self.interrupts)
    }
}

/// The standard output of a command, unbuffered.
pub struct Output<'a>(pub(crate) &'a File);

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        put(&mut self.0, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes all bytes; an interrupt ends the wait for the reader.
pub(crate) fn put(to: &mut &File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(_) if os::is_interrupted() => return Err(os::interrupted()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Converts a file error to a failure, or an interrupt that ended the wait for the file.
pub(crate) fn of_file(path: &Path, error: &io::Error) -> Failure {
    if os::is_interrupted() { Failure::interrupted() } else { Failure::of_file(path, error) }
}
