//! Creates, locks and replaces the file of a store, and names the files that belong to it.

use alloc::vec::Vec;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, FileMetadata};
use super::error::{Error, Result};
use super::seal::SALT_LEN;

/// The number of attempts to open a file that another signer is replacing. An attempt fails only if
/// a replacement happens at the same moment, so this number of failures indicates a different
/// problem.
const ATTEMPTS: usize = 100;

/// The paths of a store. The paths are absolute, so changing the working directory does not affect
/// them.
#[derive(Debug)]
pub(super) struct StorePaths {
    /// The store's file.
    pub(super) path: PathBuf,
    /// The temporary file, which is written and then renamed over the store's file. Its name
    /// contains the store's identifier, so that no other file has this name by accident.
    pub(super) temporary: PathBuf,
    pub(super) folder: PathBuf,
}

/// An error while replacing the store's file, which says whether the file may have changed.
pub(super) enum Outcome {
    /// The store's file has not changed.
    Unchanged(Error),
    /// The disk may hold the old file or the new one.
    Unknown(Error),
}

/// The new file of a store, and what is known about the file that it replaced.
pub(super) struct Replaced<D: Disk> {
    pub(super) file: D::File,
    pub(super) held: FileMetadata,
    /// The number of names that the replaced file still has. A file without a name cannot get a new
    /// one.
    pub(super) left: u64,
}

impl StorePaths {
    pub(super) fn of_existing<D: Disk>(disk: &D, path: &Path) -> Result<Self> {
        let path = disk.resolve(path).map_err(|error| unresolved(path, path, error))?;
        let folder = path.parent().unwrap_or(&path).to_owned();
        Self::within(folder, &path)
    }

    pub(super) fn of_new<D: Disk>(disk: &D, path: &Path) -> Result<Self> {
        let parent = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let folder = disk.resolve(parent).map_err(|error| unresolved(path, parent, error))?;
        Self::within(folder, path)
    }

    fn within(folder: PathBuf, path: &Path) -> Result<Self> {
        let no_name = || Error::io("use as a file", path, io::ErrorKind::IsADirectory.into());
        let name = path.file_name().ok_or_else(no_name)?;
        Ok(Self { path: folder.join(name), temporary: PathBuf::new(), folder })
    }

    /// Sets the path of the temporary file for the store with this identifier.
    pub(super) fn of_store(self, id: &[u8; SALT_LEN]) -> Self {
        let temporary = own_name(&self.path, id, ".new");
        Self { temporary, ..self }
    }

    /// Creates the file, which must not exist yet, and makes its contents and name durable.
    ///
    /// `contents` is called with the metadata of the new file.
    pub(super) fn create<D: Disk>(
        &self,
        disk: &D,
        contents: impl FnOnce(&FileMetadata) -> Result<Vec<u8>>,
    ) -> Result<(D::File, FileMetadata)> {
        let file =
            disk.create_new(&self.path).map_err(|error| self.not_created(error, &self.path))?;
        let made = written(disk, &file, &self.path, contents).and_then(|held| {
            let durable = disk.sync(&file).and_then(|()| disk.sync_folder(&self.folder));
            durable.map_err(|error| Error::io("sync", &self.path, error))?;
            Ok(held)
        });
        match made {
            Ok(held) => Ok((file, held)),
            Err(error) => {
                // Errors are ignored: a new store that cannot be removed remains as an unused
                // store.
                let _ = disk.remove(&self.path);
                Err(error)
            }
        }
    }

    /// Replaces the store's file, which the caller has open, by a new one: writes a temporary file,
    /// syncs it, renames it, and syncs the folder. An error before the first sync leaves the
    /// store's file unchanged.
    pub(super) fn replace<D: Disk>(
        &self,
        disk: &D,
        present: &D::File,
        contents: impl FnOnce(&FileMetadata) -> Result<Vec<u8>>,
    ) -> core::result::Result<Replaced<D>, Outcome> {
        let (file, held) = self.write_temporary(disk, contents).map_err(Outcome::Unchanged)?;
        let unknown = |doing| move |error| Outcome::Unknown(Error::io(doing, &self.path, error));
        disk.sync(&file).map_err(unknown("sync"))?;
        disk.rename(&self.temporary, &self.path).map_err(|error| match error.kind() {
            // A mount point cannot be replaced, so the store's file has not changed.
            io::ErrorKind::ResourceBusy => {
                let _ = disk.remove(&self.temporary);
                Outcome::Unchanged(Error::Mounted(self.path.clone()))
            }
            _ => unknown("replace")(error),
        })?;
        let named = disk.metadata_at(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Outcome::Unknown(Error::Replaced(self.path.clone())),
            _ => unknown("stat")(error),
        })?;
        let left = disk.metadata(present).map_err(unknown("stat"))?.links;
        disk.sync_folder(&self.folder).map_err(unknown("sync the folder of"))?;
        if !held.is_same_file(&named) {
            return Err(Outcome::Unknown(Error::Replaced(self.path.clone())));
        }
        Ok(Replaced { file, held, left })
    }

    /// Tests whether removing the name of an open file leaves the file without a name. Some file
    /// systems instead retain a removed file under a hidden name. The test uses a new file. While
    /// no store exists, it has the store's own name, so that an interrupted creation does not leave
    /// an additional file.
    pub(super) fn forgets_what_is_removed<D: Disk>(&self, disk: &D, is_new: bool) -> Result<bool> {
        let path = if is_new { &self.path } else { &self.temporary };
        let io = |doing| move |error| Error::io(doing, path, error);
        if !is_new {
            self.clear_temporary(disk)?;
        }
        let file = disk.create_new(path).map_err(|error| self.not_created(error, path))?;
        disk.remove(path).map_err(io("remove"))?;
        Ok(disk.metadata(&file).map_err(io("stat"))?.links == 0)
    }

    fn not_created(&self, error: io::Error, path: &Path) -> Error {
        match error.kind() {
            io::ErrorKind::AlreadyExists if path == self.path => {
                Error::AlreadyExists(self.path.clone())
            }
            _ => Error::io("create", path, error),
        }
    }

    /// Removes the temporary file of an interrupted signer. The process that holds the store's file
    /// also owns the temporary name.
    pub(super) fn clear_temporary<D: Disk>(&self, disk: &D) -> Result<()> {
        match disk.remove(&self.temporary) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::io("remove", &self.temporary, error))
            }
            _ => Ok(()),
        }
    }

    fn write_temporary<D: Disk>(
        &self,
        disk: &D,
        contents: impl FnOnce(&FileMetadata) -> Result<Vec<u8>>,
    ) -> Result<(D::File, FileMetadata)> {
        self.clear_temporary(disk)?;
        let created = disk.create_new(&self.temporary);
        let file = created.map_err(|error| Error::io("create", &self.temporary, error))?;
        match written(disk, &file, &self.temporary, contents) {
            Ok(held) => Ok((file, held)),
            Err(error) => {
                // If this fails, the next attempt removes it.
                let _ = disk.remove(&self.temporary);
                Err(error)
            }
        }
    }
}

/// Returns a path in the folder of the store's file that only the store with this identifier uses,
/// such as `release.key.new.0123456789abcdef`.
pub(super) fn own_name(path: &Path, id: &[u8; SALT_LEN], suffix: &str) -> PathBuf {
    let id = u64::from_be_bytes(core::array::from_fn(|at| id[at]));
    with_suffix(path, &alloc::format!("{suffix}.{id:016x}"))
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Converts an error in resolving `looked_at` to the error of a store at `path`.
fn unresolved(path: &Path, looked_at: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::Unsupported => Error::Unsupported(path.to_owned()),
        _ => Error::io("find", looked_at, error),
    }
}

/// Locks a newly created file and writes its contents. The file is locked before it gets the name
/// that other signers open.
fn written<D: Disk>(
    disk: &D,
    file: &D::File,
    path: &Path,
    contents: impl FnOnce(&FileMetadata) -> Result<Vec<u8>>,
) -> Result<FileMetadata> {
    let io = |doing| move |error| Error::io(doing, path, error);
    if !disk.try_lock(file).map_err(io("lock"))? {
        return Err(Error::InUse(path.to_owned()));
    }
    let metadata = disk.metadata(file).map_err(io("stat"))?;
    disk.write(file, &contents(&metadata)?).map_err(io("write"))?;
    Ok(metadata)
}

/// Opens and locks the file at `path`. A signer that is replacing the file locks the new file
/// first, and holds the lock of the old file until the new file has the path.
pub(super) fn hold<D: Disk>(disk: &D, path: &Path) -> Result<(D::File, FileMetadata)> {
    let io = |doing| move |error| Error::io(doing, path, error);
    for _ in 0..ATTEMPTS {
        let file = disk.open(path).map_err(io("open"))?;
        if !disk.try_lock(&file).map_err(io("lock"))? {
            break;
        }
        let held = disk.metadata(&file).map_err(io("stat"))?;
        let named = disk.metadata_at(path).map_err(io("stat"))?;
        if held.is_same_file(&named) {
            return Ok((file, held));
        }
    }
    Err(Error::InUse(path.to_owned()))
}
