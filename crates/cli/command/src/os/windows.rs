//! Functions for Windows, where an interrupt ends the process by default.
#![allow(unsafe_code, reason = "calls of the C library and of the console")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::io::{AsHandle as _, AsRawHandle as _, RawHandle};
use std::path::{Path, PathBuf};

/// `ENABLE_ECHO_INPUT` of the console.
const ECHO: u32 = 4;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn GetConsoleMode(console: RawHandle, mode: *mut u32) -> i32;
    fn SetConsoleMode(console: RawHandle, mode: u32) -> i32;
}

/// Returns a command-line word that consists of these bytes.
pub(crate) fn word_of(bytes: &[u8]) -> OsString {
    // SAFETY: the bytes are part of an encoded word, cut before or after an ASCII character.
    unsafe { OsString::from_encoded_bytes_unchecked(bytes.to_vec()) }
}

/// Returns whether an interrupt arrived; always false, since an interrupt ends the process.
pub(crate) fn is_interrupted() -> bool {
    false
}

/// Returns the error of work that an interrupt ended.
pub(crate) fn interrupted() -> io::Error {
    io::Error::other("the work was interrupted")
}

/// A placeholder: interrupts are not caught.
pub(crate) struct Interrupts;

impl Interrupts {
    /// Never fails.
    #[allow(clippy::unnecessary_wraps, reason = "other systems can fail")]
    pub(crate) fn caught() -> io::Result<Self> {
        Ok(Self)
    }
}

/// Returns duplicates of the standard output and the error output.
///
/// # Errors An error of the operating system.
pub(crate) fn outputs() -> io::Result<[File; 2]> {
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    let errors = io::stderr().as_handle().try_clone_to_owned()?;
    Ok([output, errors].map(File::from))
}

/// Returns a duplicate of the standard input.
///
/// # Errors An error of the operating system.
pub(crate) fn input() -> io::Result<File> {
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Waits for available bytes and reads them.
///
/// # Errors An error of the operating system.
pub(crate) fn read(mut from: &File, out: &mut [u8], _: &Interrupts) -> io::Result<usize> {
    io::Read::read(&mut from, out)
}

/// Accepts every descriptor, because the C library knows only descriptors that were open when the
/// program started.
pub(crate) fn check_given(_: i32) -> io::Result<()> {
    Ok(())
}

/// Like [`read`], for a descriptor of the C library.
pub(crate) fn read_descriptor(from: i32, out: &mut [u8], _: &Interrupts) -> io::Result<usize> {
    let len = out.len().try_into().unwrap_or(u32::MAX);
    // SAFETY: `out` has room for `len` bytes.
    let read = unsafe { libc::read(from, out.as_mut_ptr().cast(), len) };
    usize::try_from(read).map_err(|_| io::Error::last_os_error())
}

/// Opens a file to read.
///
/// # Errors An error of the operating system.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Creates a file to read and write; the path must not exist.
///
/// # Errors An error of the operating system.
pub(crate) fn create(path: &Path, _is_secret: bool) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Opens an existing file to write.
///
/// # Errors An error of the operating system.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).truncate(true).open(path)
}

/// Returns whether the process may read a file.
pub(crate) fn is_readable(path: &Path) -> bool {
    path.is_dir() || File::open(path).is_ok()
}

/// Returns whether the process may write a file.
pub(crate) fn is_writable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.permissions().readonly())
}

/// Returns whether a descriptor of the C library is a terminal.
pub(crate) fn is_terminal(descriptor: i32) -> bool {
    // SAFETY: isatty accepts any number.
    unsafe { libc::isatty(descriptor) != 0 }
}

/// A file's identity: its canonical path.
pub(crate) type Identity = PathBuf;

/// Returns the identity of the file at a path.
pub(crate) fn identity_of(path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok()
}

/// Returns the identity of the file that a descriptor refers to; always `None` on Windows.
pub(crate) fn identity(_descriptor: i32) -> Option<Identity> {
    None
}

/// Returns the width of a terminal in columns; always `None` on Windows.
pub(crate) fn columns(_terminal: &File) -> Option<usize> {
    None
}

/// Does nothing: the file inherits its access rights from its folder.
#[allow(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(crate) fn give_mode(_file: &File, _replaced: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens the terminal for a question and its answer, bypassing the standard streams.
pub(crate) fn asker() -> Option<[File; 2]> {
    let open = |name| OpenOptions::new().read(true).write(true).open(name).ok();
    Some([open("CONIN$")?, open("CONOUT$")?])
}

/// Turns off the echo of a terminal until it is dropped.
pub(crate) struct Hidden<'a> {
    terminal: &'a File,
    before: u32,
}

impl<'a> Hidden<'a> {
    /// Turns off the echo of a terminal.
    ///
    /// # Errors
    /// If the file is not a terminal.
    pub(crate) fn new(terminal: &'a File) -> io::Result<Self> {
        let mut before = 0;
        // SAFETY: the handle is open, and the call writes only into `before`.
        let is_quiet = unsafe {
            GetConsoleMode(terminal.as_raw_handle(), &raw mut before) != 0
                && SetConsoleMode(terminal.as_raw_handle(), before & !ECHO) != 0
        };
        if is_quiet { Ok(Self { terminal, before }) } else { Err(io::Error::last_os_error()) }
    }
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and the mode is the console's previous mode.
        unsafe { SetConsoleMode(self.terminal.as_raw_handle(), self.before) };
    }
}
