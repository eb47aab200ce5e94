//! The disk of the operating system.
//!
//! The standard library provides everything needed: `flock` as [`File::try_lock`], `fsync` as
//! [`File::sync_all`] (on macOS the variant that reaches the platter), `statx` for metadata.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::disk::{Disk, FileMetadata};
use super::file_id;

/// The disk of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsDisk;

impl Disk for OsDisk {
    type File = File;

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        // Some network file systems lock only files that are open for writing.
        OpenOptions::new().read(true).write(true).open(path)
    }

    fn create_new(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
    }

    fn try_lock(&self, file: &File) -> io::Result<bool> {
        match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn unlock(&self, file: &File) -> io::Result<()> {
        file.unlock()
    }

    fn metadata(&self, file: &File) -> io::Result<FileMetadata> {
        let metadata = file.metadata()?;
        let (generation, file_system) = (file_id::generation(file), file_id::file_system(file));
        Ok(FileMetadata { generation, file_system, ..converted(&metadata) })
    }

    fn metadata_at(&self, path: &Path) -> io::Result<FileMetadata> {
        path.symlink_metadata().map(|metadata| converted(&metadata))
    }

    fn read(&self, file: &File, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        let mut file = file;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        let mut file = file;
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }
}

/// Converts the fields that `stat(2)` reports. The remaining fields are unknown.
fn converted(metadata: &Metadata) -> FileMetadata {
    FileMetadata {
        device: metadata.dev(),
        inode: metadata.ino(),
        birth: metadata.created().ok().map(|birth| match birth.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        }),
        generation: None,
        file_system: None,
        links: metadata.nlink(),
        mode: metadata.mode() & 0o7777,
        len: metadata.len(),
        is_file: metadata.is_file(),
    }
}
