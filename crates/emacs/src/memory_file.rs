//! Files that exist only in memory. Emacs reads and writes them like files on disk, under a name
//! that is valid in this process.
#![cfg_attr(target_os = "linux", allow(unsafe_code))]

use std::fs::File;

/// A file in memory, overwritten on drop.
pub(crate) struct MemoryFile(File);

impl MemoryFile {
    /// Creates an empty file. Returns `None` if the system lacks memory files or cannot name them.
    pub(crate) fn new() -> Option<(Self, String)> {
        create()
    }

    /// Returns the open file.
    pub(crate) fn file(&self) -> &File {
        &self.0
    }
}

#[cfg(target_os = "linux")]
fn create() -> Option<(MemoryFile, String)> {
    use core::ffi::{CStr, c_char, c_int, c_uint};
    use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};

    unsafe extern "C" {
        fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
    }
    /// Child processes of Emacs do not inherit the descriptor.
    const MFD_CLOEXEC: c_uint = 1;
    const LABEL: &CStr = c"quicksalt";

    // SAFETY: the label ends with a zero. A result other than an error is a new descriptor without
    // another owner.
    let owned = unsafe {
        match memfd_create(LABEL.as_ptr(), MFD_CLOEXEC) {
            -1 => return None,
            descriptor => OwnedFd::from_raw_fd(descriptor),
        }
    };
    let file = MemoryFile(File::from(owned));
    let name = format!("/proc/self/fd/{}", file.0.as_raw_fd());
    // /proc may be missing or inaccessible to this process.
    File::open(&name).is_ok().then_some((file, name))
}

#[cfg(not(target_os = "linux"))]
fn create() -> Option<(MemoryFile, String)> {
    None
}

impl Drop for MemoryFile {
    fn drop(&mut self) {
        use std::io::{Seek as _, Write as _};

        static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
        let mut left = self.0.metadata().map_or(0, |data| data.len());
        if self.0.rewind().is_err() {
            return;
        }
        while left > 0 {
            let len = left.min(ZEROS.len() as u64);
            // A failure cannot be reported; the system clears the memory before reuse.
            if self.0.write_all(&ZEROS[..len as usize]).is_err() {
                return;
            }
            left -= len;
        }
    }
}
