//! Unix.
#![allow(unsafe_code, reason = "calls of the C library")]

use alloc::ffi::CString;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, FromRawFd as _, RawFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The write end of a pipe. When the signal handler writes to it, every waiting call wakes up.
static WAKE: AtomicI32 = AtomicI32::new(-1);

/// Returns a command-line word that consists of these bytes.
pub(crate) fn word_of(bytes: &[u8]) -> OsString {
    OsString::from_vec(bytes.to_vec())
}

/// Returns whether an interrupt arrived while [`Interrupts`] were caught.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "android", target_os = "netbsd", target_os = "openbsd"))]
use libc::__errno as errno;
#[cfg(any(target_os = "linux", target_os = "emscripten"))]
use libc::__errno_location as errno;
#[cfg(any(target_vendor = "apple", target_os = "freebsd"))]
use libc::__error as errno;

extern "C" fn arrive(_signal: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
    // SAFETY: write and errno may be used in a handler; the byte outlives the call. A full or
    // closed pipe wakes its readers too.
    unsafe {
        let place = errno();
        let before = *place;
        libc::write(WAKE.load(Ordering::Relaxed), [0_u8].as_ptr().cast(), 1);
        *place = before;
    }
}

/// During its lifetime, an interrupt sets a flag instead of ending the process. An ignored
/// interrupt stays ignored.
pub(crate) struct Interrupts {
    before: Option<libc::sigaction>,
    pipe: [File; 2],
}

impl Interrupts {
    /// Starts to catch interrupts.
    ///
    /// # Errors
    /// If no file descriptor is available.
    pub(crate) fn caught() -> io::Result<Self> {
        let mut ends = [0; 2];
        // SAFETY: the array has room for two descriptors, which are new and not owned elsewhere.
        let pipe = unsafe {
            succeed(libc::pipe(ends.as_mut_ptr()))?;
            ends.map(|end| File::from_raw_fd(end))
        };
        for end in ends {
            // SAFETY: the calls only change flags of descriptors that this code owns.
            unsafe {
                succeed(libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC))?;
                succeed(libc::fcntl(end, libc::F_SETFL, libc::O_NONBLOCK))?;
            }
        }
        INTERRUPTED.store(false, Ordering::Relaxed);
        WAKE.store(ends[1], Ordering::Relaxed);
        // SAFETY: a zeroed sigaction is valid; the handler calls only async-signal-safe functions.
        let before = unsafe {
            let mut before: libc::sigaction = core::mem::zeroed();
            succeed(libc::sigaction(libc::SIGINT, core::ptr::null(), &raw mut before))?;
            if before.sa_sigaction == libc::SIG_IGN {
                None
            } else {
                let mut ours: libc::sigaction = core::mem::zeroed();
                ours.sa_sigaction = arrive as extern "C" fn(libc::c_int) as libc::sighandler_t;
                succeed(libc::sigaction(libc::SIGINT, &raw const ours, core::ptr::null_mut()))?;
                Some(before)
            }
        };
        Ok(Self { before, pipe })
    }

    fn wake(&self) -> RawFd {
        self.pipe[0].as_raw_fd()
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: `before` is the value that the system returned.
            unsafe { libc::sigaction(libc::SIGINT, before, core::ptr::null_mut()) };
        }
        WAKE.store(-1, Ordering::Relaxed);
    }
}

/// Returns the error of work that an interrupt ended.
pub(crate) fn interrupted() -> io::Error {
    io::Error::other("the work was interrupted")
}

fn succeed(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Returns duplicates of the standard output and the error output.
///
/// # Errors
/// If no file descriptor is available.
pub(crate) fn outputs() -> io::Result<[File; 2]> {
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    let errors = io::stderr().as_fd().try_clone_to_owned()?;
    Ok([output, errors].map(File::from))
}

/// Returns a duplicate of the standard input.
///
/// # Errors
/// If no file descriptor is available.
pub(crate) fn input() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// Waits for available bytes and reads them; an interrupt ends the wait.
///
/// # Errors [`interrupted`], or an error of the operating system.
pub(crate) fn read(from: &File, out: &mut [u8], interrupts: &Interrupts) -> io::Result<usize> {
    read_descriptor(from.as_raw_fd(), out, interrupts)
}

/// Checks that a descriptor was open when the program started. Descriptors that the program opens
/// have close-on-exec set; inherited descriptors never do.
///
/// # Errors The error of the operating system if the descriptor is not open.
pub(crate) fn check_given(descriptor: RawFd) -> io::Result<()> {
    // SAFETY: fcntl accepts any number.
    let flags = succeed(unsafe { libc::fcntl(descriptor, libc::F_GETFD) })?;
    if flags & libc::FD_CLOEXEC == 0 {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(libc::EBADF))
    }
}

/// Like [`read`], for a descriptor that other code opened.
pub(crate) fn read_descriptor(
    from: RawFd,
    out: &mut [u8],
    interrupts: &Interrupts,
) -> io::Result<usize> {
    // SAFETY: fcntl accepts any number.
    let mode = succeed(unsafe { libc::fcntl(from, libc::F_GETFL) })? & libc::O_ACCMODE;
    if mode == libc::O_WRONLY {
        // A read from the write end of a pipe would wait forever.
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    let entry = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    loop {
        let mut waiting = [entry(from), entry(interrupts.wake())];
        // SAFETY: both entries are valid to read and write.
        let ready = unsafe { libc::poll(waiting.as_mut_ptr(), 2, -1) };
        if is_interrupted() {
            return Err(interrupted());
        }
        if ready < 0 || waiting[0].revents == 0 {
            continue;
        }
        // SAFETY: `out` has room for `out.len()` bytes.
        let read = unsafe { libc::read(from, out.as_mut_ptr().cast(), out.len()) };
        match usize::try_from(read) {
            Ok(read) => return Ok(read),
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error => return Err(error),
            },
        }
    }
}

/// Opens a file to read; an interrupt ends the wait for the writer of a FIFO.
///
/// # Errors [`interrupted`], or an error of the operating system.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    open_with(path, libc::O_RDONLY | libc::O_CLOEXEC, 0)
}

/// Creates a file to read and write; the path must not exist. Only the owner can access a secret
/// file.
///
/// # Errors An error of the operating system.
pub(crate) fn create(path: &Path, is_secret: bool) -> io::Result<File> {
    let flags = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL | libc::O_CLOEXEC;
    open_with(path, flags, if is_secret { 0o600 } else { 0o666 })
}

/// Opens an existing file, such as a device or a FIFO, to write.
///
/// # Errors
/// Like [`open`].
pub(crate) fn open_to_write(path: &Path) -> io::Result<File> {
    open_with(path, libc::O_WRONLY | libc::O_TRUNC | libc::O_CLOEXEC, 0)
}

/// Like [`open`], with the flags of open(2) and the mode for a new file as parameters.
fn open_with(path: &Path, flags: libc::c_int, mode: libc::c_uint) -> io::Result<File> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    loop {
        // SAFETY: the name ends with a zero byte and outlives the call.
        match succeed(unsafe { libc::open(name.as_ptr(), flags, mode) }) {
            // SAFETY: the descriptor is new and not owned elsewhere.
            Ok(descriptor) => return Ok(unsafe { File::from_raw_fd(descriptor) }),
            Err(_) if is_interrupted() => return Err(interrupted()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns whether the process may read a file.
pub(crate) fn is_readable(path: &Path) -> bool {
    may(path, libc::R_OK)
}

/// Returns whether the process may write a file.
pub(crate) fn is_writable(path: &Path) -> bool {
    may(path, libc::W_OK)
}

fn may(path: &Path, what: libc::c_int) -> bool {
    let name = CString::new(path.as_os_str().as_bytes());
    // SAFETY: the name ends with a zero byte and outlives the call.
    name.is_ok_and(|name| unsafe { libc::access(name.as_ptr(), what) } == 0)
}

/// Returns whether a descriptor is a terminal.
pub(crate) fn is_terminal(descriptor: RawFd) -> bool {
    // SAFETY: isatty accepts any number.
    unsafe { libc::isatty(descriptor) == 1 }
}

/// A file's identity: its device and inode numbers.
pub(crate) type Identity = (u64, u64);

/// Returns the identity of the file at a path.
pub(crate) fn identity_of(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// Returns the identity of the file that a descriptor refers to.
#[allow(clippy::unnecessary_cast, reason = "both have other types on other systems")]
pub(crate) fn identity(descriptor: RawFd) -> Option<Identity> {
    // SAFETY: a zeroed stat is valid, and the call writes only into it.
    unsafe {
        let mut found: libc::stat = core::mem::zeroed();
        let is_there = libc::fstat(descriptor, &raw mut found) == 0;
        is_there.then_some((found.st_dev as u64, found.st_ino as u64))
    }
}

/// Returns the width of a terminal in columns.
pub(crate) fn columns(terminal: &File) -> Option<usize> {
    // SAFETY: a zeroed winsize is valid, and the call writes only into it.
    let (result, size) = unsafe {
        let mut size: libc::winsize = core::mem::zeroed();
        (libc::ioctl(terminal.as_raw_fd(), libc::TIOCGWINSZ, &raw mut size), size)
    };
    (result == 0 && size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// Gives a file the mode of the file that it replaces, or the mode of a new file.
///
/// # Errors An error of the operating system.
pub(crate) fn give_mode(file: &File, replaced: &Path) -> io::Result<()> {
    let mode = fs::metadata(replaced).map(|found| found.permissions().mode() & 0o7777);
    file.set_permissions(Permissions::from_mode(mode.unwrap_or_else(|_| 0o666 & !umask())))
}

/// Returns the umask: the bits removed from the mode of new files.
#[allow(clippy::useless_conversion, reason = "mode_t is not u32 on every system")]
fn umask() -> u32 {
    // SAFETY: umask cannot fail. While it is changed, other threads create files that only the
    // owner can access.
    unsafe {
        let mask = libc::umask(0o077);
        libc::umask(mask);
        u32::from(mask)
    }
}

/// Opens the terminal for a question and its answer, bypassing the standard streams.
pub(crate) fn asker() -> Option<[File; 2]> {
    let terminal = OpenOptions::new().read(true).write(true).open("/dev/tty");
    let terminal = terminal.or_else(|error| if is_terminal(0) { input() } else { Err(error) });
    let terminal = terminal.ok()?;
    Some([terminal.try_clone().ok()?, terminal])
}

/// Turns off the echo of a terminal until it is dropped.
pub(crate) struct Hidden<'a> {
    terminal: &'a File,
    before: libc::termios,
}

impl<'a> Hidden<'a> {
    /// Turns off the echo, and discards pending input.
    ///
    /// # Errors
    /// If the file is not a terminal.
    pub(crate) fn new(terminal: &'a File) -> io::Result<Self> {
        // SAFETY: a zeroed termios is valid, and the call writes only into it.
        let before = unsafe {
            let mut before: libc::termios = core::mem::zeroed();
            succeed(libc::tcgetattr(terminal.as_raw_fd(), &raw mut before))?;
            before
        };
        let mut quiet = before;
        quiet.c_lflag &= !libc::ECHO;
        // SAFETY: `quiet` is the terminal's own state without the echo.
        let set =
            unsafe { libc::tcsetattr(terminal.as_raw_fd(), libc::TCSAFLUSH, &raw const quiet) };
        succeed(set)?;
        Ok(Self { terminal, before })
    }
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // SAFETY: `before` is the terminal's own state.
        unsafe {
            libc::tcsetattr(self.terminal.as_raw_fd(), libc::TCSAFLUSH, &raw const self.before)
        };
    }
}
