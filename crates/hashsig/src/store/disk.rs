//! The interface between a store and the operating system. Tests replace it with a simulation that
//! loses power.

use std::io;
use std::path::{Path, PathBuf};

use super::host::Host;
use super::registry::Registry;
use crate::fork::Process;

/// A file system and the host that mounts it.
///
/// The crash argument in [`super`] depends on these properties: [`Disk::sync`] makes a file's
/// contents durable, [`Disk::rename`] replaces a name atomically, and [`Disk::sync_folder`] makes
/// the names of a folder durable. A power failure may lose unsynced data, partially and in any
/// order.
pub trait Disk {
    /// An open file. Dropping it closes the file and releases its lock.
    type File: Send;

    /// Returns the absolute path without symbolic links; called before all other methods.
    ///
    /// # Errors
    /// [`io::ErrorKind::Unsupported`] where files cannot hold a state; errors of the operating
    /// system.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// Opens a file for reading and locking.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn open(&self, path: &Path) -> io::Result<Self::File>;

    /// Creates a file with mode 0600; it must not exist yet.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the file exists.
    fn create_new(&self, path: &Path) -> io::Result<Self::File>;

    /// Locks a file against all other handles in all processes; returns `false` if another handle
    /// holds the lock.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn try_lock(&self, file: &Self::File) -> io::Result<bool>;

    /// Releases a lock, even if a forked child still has the file open.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn unlock(&self, file: &Self::File) -> io::Result<()>;

    /// Returns the metadata of an open file.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn metadata(&self, file: &Self::File) -> io::Result<FileMetadata>;

    /// Returns the metadata of the file at a path without following symbolic links.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata>;

    /// Reads a whole file of the given length.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn read(&self, file: &Self::File, len: usize) -> io::Result<Vec<u8>>;

    /// Writes the contents of a new file.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn write(&self, file: &Self::File, bytes: &[u8]) -> io::Result<()>;

    /// Makes a file's contents durable.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn sync(&self, file: &Self::File) -> io::Result<()>;

    /// Renames a file within its folder atomically, replacing any file with the new name.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a name.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names of a folder durable.
    ///
    /// # Errors
    /// Errors of the operating system.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// Returns the identity of the machine and of its boot.
    ///
    /// # Errors
    /// [`quicksalt::Error::NoCandidate`] if BLAKE2b cannot be computed.
    fn host(&self) -> quicksalt::Result<Host> {
        Host::current()
    }

    /// Returns the calling process.
    fn process(&self) -> Process {
        Process::current()
    }

    /// Returns the table of the stores that this process holds.
    fn registry(&self) -> &Registry {
        Registry::of_process()
    }
}

/// The metadata of a file, without its name and contents.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FileMetadata {
    /// The device number of the file system, valid within one boot.
    pub device: u64,
    /// The inode number of the file.
    pub inode: u64,
    /// The birth time of the file (btime), in nanoseconds since 1970, if the file system records
    /// it. The birth time is compared with the birth time of an earlier file with the same inode
    /// number.
    pub birth: Option<i128>,
    /// The generation of the inode number (`FS_IOC_GETVERSION`), if the file system has one and the
    /// file is open. The generation distinguishes the file from an earlier file with the same inode
    /// number.
    pub generation: Option<u32>,
    /// The identifier of the file system, if the kernel reports it and the file is open: on btrfs
    /// the identifier of the subvolume, which differs in a snapshot, elsewhere the UUID. Never a
    /// device number, which is valid only within one boot.
    pub file_system: Option<[u8; 16]>,
    /// The number of names (hard links) of the file.
    pub links: u64,
    /// Permission bits.
    pub mode: u32,
    /// Length in bytes.
    pub len: u64,
    /// Whether the file is a regular file.
    pub is_file: bool,
}

impl FileMetadata {
    /// Whether the file can be distinguished from an earlier file with the same inode number.
    #[must_use]
    pub const fn tells_files_apart(&self) -> bool {
        self.birth.is_some() || self.generation.is_some()
    }

    /// Returns whether both describe the same file, if both are from the same boot.
    #[must_use]
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode, self.birth) == (other.device, other.inode, other.birth)
    }
}
