//! What a store asks of the operating system, small enough to be replaced by one that loses power.

use std::io;
use std::path::{Path, PathBuf};

use super::host::Host;
use super::registry::Registry;
use crate::fork::Process;

/// A file system and the host that it is mounted on.
///
/// The crash argument in [`super`] rests on this: [`Disk::sync`] makes a file's contents durable,
/// [`Disk::rename`] replaces a name in one step, seen by all or by nobody, and
/// [`Disk::sync_folder`] makes the names of a folder durable. What was not synced may be lost, in
/// part and in any order, when power is.
pub trait Disk {
    /// An open file. Closing it, which is dropping it, gives its lock back.
    type File: Send;

    /// The absolute path without symbolic links; asked before anything else.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] where files cannot keep a state; those of the operating system,
    /// here and below.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// Opens a file to read and to lock it.
    ///
    /// # Errors
    /// See above.
    fn open(&self, path: &Path) -> io::Result<Self::File>;

    /// Creates a file with mode 0600 where there is none.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] where there is one.
    fn create_new(&self, path: &Path) -> io::Result<Self::File>;

    /// Locks a file against every other handle, in whatever process; `false` if one holds it.
    ///
    /// # Errors
    /// See above.
    fn try_lock(&self, file: &Self::File) -> io::Result<bool>;

    /// Gives a lock back, also where a forked child still has the file open.
    ///
    /// # Errors
    /// See above.
    fn unlock(&self, file: &Self::File) -> io::Result<()>;

    /// What an open file is.
    ///
    /// # Errors
    /// See above.
    fn facts(&self, file: &Self::File) -> io::Result<Facts>;

    /// What stands under a path, symbolic links not followed.
    ///
    /// # Errors
    /// See above.
    fn facts_at(&self, path: &Path) -> io::Result<Facts>;

    /// Reads a whole file of the given length.
    ///
    /// # Errors
    /// See above.
    fn read(&self, file: &Self::File, len: usize) -> io::Result<Vec<u8>>;

    /// Writes the contents of a new file.
    ///
    /// # Errors
    /// See above.
    fn write(&self, file: &Self::File, bytes: &[u8]) -> io::Result<()>;

    /// Makes a file's contents durable.
    ///
    /// # Errors
    /// See above.
    fn sync(&self, file: &Self::File) -> io::Result<()>;

    /// Gives a file another name in the same folder, in one step; what had that name loses it.
    ///
    /// # Errors
    /// See above.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a name.
    ///
    /// # Errors
    /// See above.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names of a folder durable.
    ///
    /// # Errors
    /// See above.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// The machine and its boot.
    ///
    /// # Errors
    /// [`quicksalt::Error::NoCandidate`] if BLAKE2b cannot be computed.
    fn host(&self) -> quicksalt::Result<Host>;

    /// The process that asks.
    fn process(&self) -> Process;

    /// The stores that this process holds.
    fn registry(&self) -> &Registry;
}

/// What a file is: not its name and not its contents.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Facts {
    /// The device that the file system lies on. Its number lasts as long as the boot.
    pub device: u64,
    /// The number of the file in its file system.
    pub inode: u64,
    /// When the file was made, in nanoseconds, where the file system knows. It is compared, never
    /// reckoned with: it tells a file from an earlier one of the same number.
    pub born: Option<i128>,
    /// The generation of its number (`FS_IOC_GETVERSION`), where the file system has one and the
    /// file is open: another tells the file from an earlier one of the same number.
    pub generation: Option<u32>,
    /// The file system that it lies on, where the kernel tells and the file is open: on btrfs the
    /// identifier of the subvolume, which a snapshot changes, elsewhere its UUID. Never the number of
    /// a device, which lasts only as long as the boot.
    pub file_system: Option<[u8; 16]>,
    /// How many names it has.
    pub links: u64,
    /// Permission bits.
    pub mode: u32,
    /// Length in bytes.
    pub len: u64,
    /// Whether it is a regular file.
    pub is_file: bool,
}

impl Facts {
    /// Whether more than its number tells the file from an earlier one.
    #[must_use]
    pub const fn tells_files_apart(&self) -> bool {
        self.born.is_some() || self.generation.is_some()
    }

    /// Whether both are the same file, of one boot.
    #[must_use]
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode, self.born) == (other.device, other.inode, other.born)
    }
}
