//! Reads a file through a window, so that memory does not grow with the file.

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::open::Opened;
use super::{Found, Load};
use crate::format::Format;
use crate::pem::Scanner;
use crate::report::Reason;

/// The number of bytes per read. It is large enough that the system call costs little compared with
/// the processing, and small enough for the first-level cache.
const SMALLEST: usize = 32 << 10;
/// The maximum number of bytes to reserve in advance, because a file's claimed length may be wrong.
/// A longer file is trusted only as far as it is read.
const LARGEST_HINT: u64 = 32 << 20;

/// The part of a file in memory.
#[derive(Debug)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// The number of bytes in the window that were read from the file.
    len: usize,
    /// The maximum length of the window for a long block.
    largest: usize,
}

impl Window {
    /// Creates a window that can hold a certificate of this size, as PEM or DER.
    pub(super) fn new(certificate: usize) -> Self {
        let pem = certificate.saturating_mul(3) / 2 + 256;
        Self { bytes: Vec::new(), len: 0, largest: pem.max(SMALLEST) }
    }

    fn filled(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    /// Reads until the window is full or the file ends. Returns whether the file ended.
    fn fill(&mut self, file: &mut impl Read) -> io::Result<bool> {
        if self.bytes.is_empty() {
            self.lengthen(SMALLEST)?;
        }
        while let Some(free) = self.bytes.get_mut(self.len..).filter(|free| !free.is_empty()) {
            match file.read(free) {
                Ok(0) => return Ok(true),
                Ok(count) => self.len += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Removes the first `done` bytes, and enlarges the window if this does not free any room.
    /// Returns whether the window has room.
    fn advance(&mut self, done: usize) -> io::Result<bool> {
        self.bytes.copy_within(done..self.len, 0);
        self.len -= done;
        if self.len == self.bytes.len() {
            self.lengthen((self.bytes.len() * 2).min(self.largest))?;
        }
        Ok(self.len < self.bytes.len())
    }

    fn lengthen(&mut self, len: usize) -> io::Result<()> {
        self.bytes.try_reserve_exact(len - self.bytes.len())?;
        self.bytes.resize(len, 0);
        Ok(())
    }
}

/// Returns whether a file begins like a DER certificate. Text never contains this second byte after
/// a `0`.
pub(super) fn is_der(start: &[u8]) -> bool {
    matches!(start, [0x30, 0x80..=0x84, ..])
}

impl Load<'_> {
    /// Loads or reports a path, depending on the attempt to open it.
    pub(super) fn opened(&mut self, path: &Path, opened: Result<Opened, Reason>) {
        match opened {
            Ok(Opened::Seen) => self.report.links += 1,
            Ok(Opened::New { file, identity, len }) => {
                // A file that cannot be remembered may be read twice; its certificates count as
                // duplicates.
                if self.seen.try_reserve(1).is_ok() {
                    self.seen.extend(identity);
                }
                self.report.files += 1;
                self.file(path.into(), file, len);
            }
            Err(reason) => self.skip(&path.into(), None, reason),
        }
    }

    /// Reads an open file with a claimed length of `len` bytes.
    fn file(&mut self, source: Arc<Path>, mut file: File, len: u64) {
        if !self.is_wanted(&source) {
            return;
        }
        if len > self.limits.file {
            return self.skip(&source, None, Reason::FileTooLong(self.limits.file));
        }
        let before = self.outcome();
        // One byte beyond the limit shows that the file is too long.
        let mut limited = (&mut file).take(self.limits.file.saturating_add(1));
        self.window.len = 0;
        let ended = match self.window.fill(&mut limited) {
            Err(error) => Err(Reason::unreadable(&error)),
            Ok(is_last) => match Format::of_magic(self.window.filled()) {
                Some(format) => Err(Reason::Format(format)),
                None if is_der(self.window.filled()) => {
                    self.der_file(&source, is_last, &mut limited)
                }
                None => {
                    self.store.reserve(len.min(LARGEST_HINT) as usize);
                    let unreadable = |error: io::Error| Reason::unreadable(&error);
                    self.pem_file(&source, is_last, &mut limited).map_err(unreadable)
                }
            },
        };
        if let Err(reason) = ended {
            self.skip(&source, None, reason);
        } else if limited.limit() == 0 {
            self.skip(&source, None, Reason::FileTooLong(self.limits.file));
        }
        self.note_if_nothing(&source, before);
    }

    fn pem_file(
        &mut self,
        source: &Arc<Path>,
        mut is_last: bool,
        file: &mut impl Read,
    ) -> io::Result<()> {
        let mut scanner = Scanner::new();
        while self.is_wanted(source) {
            // The window is moved out of `self` while its certificates change the store.
            let mut window = core::mem::replace(&mut self.window, Window::new(0));
            let has_room = self.scan(&mut scanner, &mut window, source, is_last);
            self.window = window;
            if is_last {
                break;
            }
            let has_room = has_room?;
            debug_assert!(has_room, "a window that holds nothing new would be scanned forever");
            is_last = self.window.fill(file)?;
        }
        Ok(())
    }

    /// Processes the certificates in a window and makes room for further bytes. Returns whether the
    /// window has room.
    fn scan(
        &mut self,
        scanner: &mut Scanner,
        window: &mut Window,
        source: &Arc<Path>,
        is_last: bool,
    ) -> io::Result<bool> {
        let limit = Reason::CertificateTooLong(self.limits.certificate);
        let mut found = Found { load: self, source };
        let done = scanner.scan(window.filled(), is_last, &mut found);
        if window.advance(done)? {
            return Ok(true);
        }
        let done = scanner.give_up(window.filled(), limit, &mut found);
        window.advance(done)
    }

    /// Loads a DER file: the window must hold the whole certificate, and the file must hold nothing
    /// else.
    fn der_file(
        &mut self,
        source: &Arc<Path>,
        mut is_last: bool,
        file: &mut impl Read,
    ) -> Result<(), Reason> {
        while !is_last {
            let unreadable = |error: io::Error| Reason::unreadable(&error);
            if !self.window.advance(0).map_err(unreadable)? {
                return Err(Reason::CertificateTooLong(self.limits.certificate));
            }
            is_last = self.window.fill(file).map_err(unreadable)?;
        }
        let window = core::mem::replace(&mut self.window, Window::new(0));
        self.der(source, window.filled());
        self.window = window;
        Ok(())
    }
}
