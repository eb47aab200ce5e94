//! What a store needs of the operating system. Tests replace it by a simulation that loses power.

use std::io;
use std::path::{Path, PathBuf};

use super::host::Host;
use super::registry::Registry;
use crate::fork::Process;

/// A file system, and the host that it is mounted on.
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

    /// The metadata of an open file.
    ///
    /// # Errors
    /// See above.
    fn metadata(&self, file: &Self::File) -> io::Result<FileMetadata>;

    /// The metadata of the file at a path; symbolic links are not followed.
    ///
    /// # Errors
    /// See above.
    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata>;

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
    fn host(&self) -> quicksalt::Result<Host> {
        Host::current()
    }

    /// The calling process.
    fn process(&self) -> Process {
        Process::current()
    }

    /// The table of the stores that this process holds.
    fn registry(&self) -> &Registry {
        Registry::of_process()
    }
}

/// The metadata of a file: what it is apart from its name and its contents.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FileMetadata {
    /// The number of the device of the file system. It lasts as long as the boot.
    pub device: u64,
    /// The number of the file in its file system (inode).
    pub inode: u64,
    /// The time when the file was made (btime), in nanoseconds since 1970, if the file system knows
    /// it. It is only compared for equality: it tells a file from an earlier one with the same inode
    /// number.
    pub birth: Option<i128>,
    /// The generation of the inode number (`FS_IOC_GETVERSION`), if the file system has one and the
    /// file is open. It tells a file from an earlier one with the same inode number.
    pub generation: Option<u32>,
    /// The identifier of the file system, if the kernel tells it and the file is open: on btrfs that
    /// of the subvolume, which differs in a snapshot, elsewhere the UUID. Never a device number, which
    /// lasts only as long as the boot.
    pub file_system: Option<[u8; 16]>,
    /// How many names (hard links) the file has.
    pub links: u64,
    /// Permission bits.
    pub mode: u32,
    /// Length in bytes.
    pub len: u64,
    /// Whether it is a regular file.
    pub is_file: bool,
}

impl FileMetadata {
    /// Whether the file can be told from an earlier one with the same inode number.
    #[must_use]
    pub const fn tells_files_apart(&self) -> bool {
        self.birth.is_some() || self.generation.is_some()
    }

    /// Whether both are the same file, within one boot.
    #[must_use]
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode, self.birth) == (other.device, other.inode, other.birth)
    }
}
