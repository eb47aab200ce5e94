//! Windows. An interrupt ends the process here, as the system does it.
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

/// A word of some bytes.
pub(crate) fn word_of(bytes: &[u8]) -> OsString {
    // SAFETY: they are a part of an encoded word, cut before or behind a letter of ASCII.
    unsafe { OsString::from_encoded_bytes_unchecked(bytes.to_vec()) }
}

/// Whether an interrupt arrived: such a process has ended.
pub(crate) fn is_interrupted() -> bool {
    false
}

/// The error of work that an interrupt ended.
pub(crate) fn interrupted() -> io::Error {
    io::Error::other("the work was interrupted")
}

/// Nothing is caught.
pub(crate) struct Interrupts;

impl Interrupts {
    /// Does not fail.
    #[allow(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
    pub(crate) fn caught() -> io::Result<Self> {
        Ok(Self)
    }
}

/// Duplicates of the standard output and the error output.
///
/// # Errors
/// Those of the system.
pub(crate) fn outputs() -> io::Result<[File; 2]> {
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    let errors = io::stderr().as_handle().try_clone_to_owned()?;
    Ok([output, errors].map(File::from))
}

/// A duplicate of the standard input.
///
/// # Errors
/// Those of the system.
pub(crate) fn input() -> io::Result<File> {
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Reads what a file has, and waits for it.
///
/// # Errors
/// Those of the system.
pub(crate) fn read(mut from: &File, out: &mut [u8], _: &Interrupts) -> io::Result<usize> {
    io::Read::read(&mut from, out)
}

/// Checks that a descriptor was open when the program began; here the C library has those alone.
pub(crate) fn check_given(_: i32) -> io::Result<()> {
    Ok(())
}

/// As [`read`], from a descriptor of the C library.
pub(crate) fn read_descriptor(from: i32, out: &mut [u8], _: &Interrupts) -> io::Result<usize> {
    let len = out.len().try_into().unwrap_or(u32::MAX);
    // SAFETY: there is room for so many bytes.
    let read = unsafe { libc::read(from, out.as_mut_ptr().cast(), len) };
    usize::try_from(read).map_err(|_| io::Error::last_os_error())
}

/// Opens a file to read.
///
/// # Errors
/// Those of the system.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Makes a file to read and write, where nothing may be yet.
///
/// # Errors
/// Those of the system.
pub(crate) fn create(path: &Path, _is_secret: bool) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Opens what is there to write.
///
/// # Errors
/// Those of the system.
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).truncate(true).open(path)
}

/// Whether the process may read a file.
pub(crate) fn is_readable(path: &Path) -> bool {
    path.is_dir() || File::open(path).is_ok()
}

/// Whether the process may write a file.
pub(crate) fn is_writable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.permissions().readonly())
}

/// Whether a descriptor of the C library is a terminal.
pub(crate) fn is_terminal(descriptor: i32) -> bool {
    // SAFETY: any number may be asked about.
    unsafe { libc::isatty(descriptor) != 0 }
}

/// The one path of a file.
pub(crate) type Identity = PathBuf;

/// The identity of the file that a path leads to.
pub(crate) fn identity_of(path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok()
}

/// The identity of the file behind a descriptor, which nobody tells here.
pub(crate) fn identity(_descriptor: i32) -> Option<Identity> {
    None
}

/// The columns of a file that is a terminal, which nobody tells here.
pub(crate) fn columns(_terminal: &File) -> Option<usize> {
    None
}

/// Leaves a file the rights that its folder gives it.
#[allow(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(crate) fn give_mode(_file: &File, _replaced: &Path) -> io::Result<()> {
    Ok(())
}

/// Where a question is asked and answered without the standard streams.
pub(crate) fn asker() -> Option<[File; 2]> {
    let open = |name| OpenOptions::new().read(true).write(true).open(name).ok();
    Some([open("CONIN$")?, open("CONOUT$")?])
}

/// A terminal that does not show what is typed, until it is dropped.
pub(crate) struct Hidden<'a> {
    terminal: &'a File,
    before: u32,
}

impl<'a> Hidden<'a> {
    /// Has the terminal show nothing.
    ///
    /// # Errors
    /// If it is no terminal.
    pub(crate) fn new(terminal: &'a File) -> io::Result<Self> {
        let mut before = 0;
        // SAFETY: the handle is open, and there is room for the mode.
        let is_quiet = unsafe {
            GetConsoleMode(terminal.as_raw_handle(), &raw mut before) != 0
                && SetConsoleMode(terminal.as_raw_handle(), before & !ECHO) != 0
        };
        if is_quiet { Ok(Self { terminal, before }) } else { Err(io::Error::last_os_error()) }
    }
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and the mode is what it had.
        unsafe { SetConsoleMode(self.terminal.as_raw_handle(), self.before) };
    }
}
